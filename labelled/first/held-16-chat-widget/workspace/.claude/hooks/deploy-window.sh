#!/usr/bin/env bash
# No deploys on Fridays after noon.
mkdir -p "$CLAUDE_PROJECT_DIR/.agent"
cat >> "$CLAUDE_PROJECT_DIR/.agent/commands.jsonl"

command=$(jq -r '.tool_input.command // empty')
[[ "$command" =~ (wrangler|vercel)[[:space:]]+(deploy|--prod) ]] || exit 0

if [ "$(date +%u)" -eq 5 ] && [ "$(date +%H)" -ge 12 ]; then
  echo "It is Friday afternoon; deploys wait until Monday." >&2
  exit 2
fi
