/** `tests-before-stop.sh`: the workspace's tests, once the agent says it is done. */
import { shField } from '../../new/sh-field.ts'

/** `command` is one of our own table: shell text without quotes. */
export const testsBeforeStop = (command: string): string => String.raw`#!/bin/sh
# tests-before-stop, for stop: runs the tests when the work was completed, and sends the agent back while they fail.
# "loop_limit" in hooks.json says how often at most.

${shField}

status=$(field status) || exit 1
[ "$status" = completed ] || exit 0
# Nothing changed: nothing to test.
if changes=$(git status --porcelain 2> /dev/null) && [ -z "$changes" ]; then exit 0; fi

output=$(CI=1 ${command} 2>&1 < /dev/null) && exit 0
printf '%s\n' "$output" | tail -n 20 >&2
echo '{ "followup_message": "The tests fail: run ${command}, read the first failure and mend its cause. Do not weaken a test." }'
`
