#!/usr/bin/env bash
set -euo pipefail
file=$(jq -r '.tool_input.file_path // empty')
case "$file" in
  *.dart) dart format "$file" >/dev/null ;;
esac
