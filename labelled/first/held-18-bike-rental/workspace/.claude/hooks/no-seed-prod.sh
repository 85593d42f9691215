#!/usr/bin/env bash
command=$(jq -r '.tool_input.command // .command')
if [[ "$command" == *"db:seed"* && "$command" == *"production"* ]]; then
  echo "Seeding production is not allowed." >&2
  exit 2
fi
