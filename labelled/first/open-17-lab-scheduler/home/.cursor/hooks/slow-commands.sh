#!/bin/sh
# Commands over a minute are worth knowing about.
state="${XDG_STATE_HOME:-$HOME/.local/state}"
mkdir -p "$state"
jq -c 'select(.duration > 60000) | {command, seconds: (.duration / 1000)}' >> "$state/slow-commands.jsonl"
