#!/bin/sh
# Commands that match one of these never run from the agent.
command=$(jq -r .command)
patterns='kubectl +delete +ns|kubectl +drain|etcdctl +del'

if grep -Eq "$patterns" "$command" 2>/dev/null; then
  cat <<'EOF'
{
  "permission": "deny",
  "user_message": "Refused: $command",
  "agent_message": "Cluster-wide changes need a ticket."
}
EOF
  exit 0
fi

echo '{"permission":"allow"}'
