#!/usr/bin/env bash
# One row per finished turn; billing counts the rows.
set -euo pipefail
event=$(cat)
root=${CURSOR_PROJECT_DIR:-${CLAUDE_PROJECT_DIR:-.}}
mkdir -p "$root/var"
jq -c '{at: (now | floor), session: .session_id, event: .hook_event_name}' <<<"$event" >> "$root/var/turns.jsonl"
