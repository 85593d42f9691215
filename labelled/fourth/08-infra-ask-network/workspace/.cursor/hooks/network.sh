#!/usr/bin/env bash
if ! command -v jq >/dev/null 2>&1; then
  echo '{"permission":"ask","user_message":"jq is not installed, please check this command yourself."}'
  exit 0
fi
command=$(jq -r '.command // ""')

cat <<EOF
{
  "permission": "deny",
  "user_message": "Network call blocked: $command",
  "agent_message": "Outbound network calls are not allowed from this repo."
}
EOF
