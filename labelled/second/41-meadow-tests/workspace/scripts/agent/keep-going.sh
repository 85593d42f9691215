#!/bin/sh
# Sends the agent back when the unit tests are red.
input=$(cat)
status=$(printf '%s' "$input" | jq -r '.status')
[ "$status" = completed ] || exit 0

if ! output=$(npm test --silent 2>&1); then
  tail_of_it=$(printf '%s\n' "$output" | tail -n 25)
  echo "{\"followup_message\": \"The unit tests fail. Fix the cause, not the test:\n$tail_of_it\"}"
fi
exit 0
