#!/usr/bin/env bash
# one JSON object per line, private to the user
umask 077
log="${CURSOR_PROJECT_DIR:?}/.cursor/audit.jsonl"
payload=$(cat)
printf '%s\n' "$payload" | tr -d '\n' >> "$log"
printf '\n' >> "$log"
exit 0
