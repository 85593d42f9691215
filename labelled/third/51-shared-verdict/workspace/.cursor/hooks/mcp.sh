#!/usr/bin/env bash
set -euo pipefail
. "$CURSOR_PROJECT_DIR/tools/agent/lib.sh"

payload=$(cat)
tool=$(field tool_name <<<"$payload")
args=$(field tool_input <<<"$payload")

# tool_input is JSON in a string here
if [[ $tool == *delete* ]] || jq -e '.force == true' <<<"$args" >/dev/null 2>&1; then
  deny "$tool" "Deleting through MCP is switched off."
else
  jq -n '{permission: "allow"}'
fi
