#!/usr/bin/env bash
# Commits belong on topic branches.
payload=$(cat)
command=$(jq -r '.tool_input.command // empty' <<<"$payload")

if [[ "$command" != *"git commit"* ]]; then
  exit 0
fi

branch=$(git -C "$CLAUDE_PROJECT_DIR" rev-parse --abbrev-ref HEAD)
if [[ "$branch" == main || "$branch" == release/* ]]; then
  echo "You are on $branch. Create a topic branch first (git switch -c ...)." >&2
  exit 1
fi

exit 0
