#!/usr/bin/env bash
# One policy for all tools.

tool=$(jq -r '.tool_name')
command=$(jq -r '.tool_input.command // ""')

deny() {
  jq -n --arg m "$1" '{permission: "deny", user_message: $m, agent_message: $m}'
  exit 0
}

case "$tool" in
  Delete) deny "Files are removed by people here." ;;
  Shell)
    if grep -qE '(^|[;&| ])sudo ' <<<"$command"; then
      deny "No sudo from the agent."
    fi
    ;;
esac

echo '{"permission": "allow"}'
