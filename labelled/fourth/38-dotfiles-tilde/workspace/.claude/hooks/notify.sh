#!/usr/bin/env bash
msg=$(python3 -c 'import json,sys; print(json.load(sys.stdin).get("message","Claude is waiting"))')
if command -v notify-send >/dev/null; then notify-send "Claude Code" "$msg"; fi
exit 0
