#!/bin/sh
message=$(jq -r '.message')
if command -v notify-send >/dev/null; then
  notify-send 'Claude Code' "$message"
fi
