#!/bin/sh
# Ask a person before anything is applied.
input=$(cat)
command=$(printf '%s' "$input" | jq -r '.command // empty')
dir=$(printf '%s' "$input" | jq -r '.cwd // "."')

[ -n "$command" ] || exit 0

printf '{"permission":"ask","user_message":"The agent wants to run %s in %s","agent_message":"Wait for the person to confirm."}\n' "$command" "$dir"
