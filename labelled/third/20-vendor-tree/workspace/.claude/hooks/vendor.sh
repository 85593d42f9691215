#!/bin/sh
# third_party/ is synced by a bot, hands off
target=$(jq -r '.tool_input.file_path // ""')
case $target in
  "$CLAUDE_PROJECT_DIR"/third_party/*) exit 2 ;;
esac
exit 0
