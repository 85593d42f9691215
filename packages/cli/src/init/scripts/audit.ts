/** `audit.sh`: what the agent did, a line each, without what it said. */
import { shField } from '../../new/sh-field.ts'

export const audit = String.raw`#!/bin/sh
# audit, for any event: appends time, event and conversation to a log that only you can read. No command, path or text
# is copied: payloads hold secrets. The log: $XDG_STATE_HOME/hookline/audit.log

${shField}

input=$(cat)
event=$(printf '%s' "$input" | field hook_event_name | tr -cd 'A-Za-z')
conversation=$(printf '%s' "$input" | field conversation_id | tr -cd 'A-Za-z0-9_-')

umask 077
directory=${'$'}{XDG_STATE_HOME:-$HOME/.local/state}/hookline
mkdir -p "$directory" || exit 1
# One short write: lines of hooks that run at the same time do not mix.
printf '%s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$event" "$conversation" >> "$directory/audit.log"
`
