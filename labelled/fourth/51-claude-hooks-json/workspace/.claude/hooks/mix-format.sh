#!/usr/bin/env bash
file=$(python3 -c 'import json,sys; print(json.load(sys.stdin)["tool_input"].get("file_path",""))')
cd "$CLAUDE_PROJECT_DIR" || exit 0
case "$file" in
  *.ex|*.exs|*.heex) mix format "$file" >/dev/null 2>&1 ;;
esac
exit 0
