#!/usr/bin/env bash
tool=$(jq -r '.tool_name')
case "$tool" in
  mcp__wiki__get_*|mcp__wiki__search) exit 0 ;;
esac
echo "$tool writes to the wiki; only reading is allowed." >&2
exit 2
