#!/usr/bin/env bash
# Protects the live indices. The list is in ops/live-indices.txt, one name per line.
set -euo pipefail

list="${CURSOR_PROJECT_DIR:-.}/ops/live-indices.txt"

reply() { # reply <permission> [message]
  if [ $# -lt 2 ]; then
    jq -n --arg p "$1" '{permission: $p}'
  else
    jq -n --arg p "$1" --arg m "$2" '{permission: $p, user_message: $m, agent_message: $m}'
  fi
  exit 0
}

if ! command -v jq >/dev/null 2>&1; then
  printf '%s\n' '{"permission":"ask","user_message":"jq is not installed, so this command was not checked."}'
  exit 0
fi

if [ ! -f "$list" ]; then
  reply ask "ops/live-indices.txt is missing, so this command was not checked."
fi

command=$(jq -r '.command // ""')

declare -a live=()
while IFS= read -r name || [ -n "$name" ]; do
  [[ -z "$name" || "$name" == \#* ]] && continue
  live+=("$name")
done < "$list"

for name in "${live[@]+"${live[@]}"}"; do
  if [[ "$command" == *"/$name"* && "$command" =~ -X[[:space:]]*(DELETE|PUT|POST) ]]; then
    reply deny "$name is live. Work on $name-scratch instead."
  fi
done

reply allow 2>/dev/null
