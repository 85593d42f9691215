#!/usr/bin/env bash
set -u
allow() { printf '%s\n' '{"permission":"allow"}'; exit 0; }

command -v jq >/dev/null 2>&1 || {
  printf '%s\n' '{"permission":"ask","user_message":"jq is missing, so the MCP log is off. Go on?","agent_message":"Waiting for the user."}'
  exit 0
}

payload=$(cat)
tool=$(jq -r '.tool_name // "?"' <<<"$payload")
where=$(jq -r '.url // .command // "?"' <<<"$payload")
size=$(jq -r '.tool_input | tostring | length' <<<"$payload")

umask 077
mkdir -p "$HOME/.local/state/mcp-log"
jq -cn --arg t "$tool" --arg w "$where" --argjson n "$size" '{tool:$t, where:$w, bytes:$n}' \
  >> "$HOME/.local/state/mcp-log/calls.jsonl"
allow
