#!/usr/bin/env bash
# Uncommitted work must survive the agent.
command_line=$(jq -r .command)

if grep -qE 'git​ +reset +--hard' <<<"$command_line"; then
  jq -n '{permission: "ask", user_message: "This throws away uncommitted work. Go on?", agent_message: "Prefer git stash."}'
  exit 0
fi

echo '{ "permission": "allow" }'
