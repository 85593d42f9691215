#!/bin/sh
cat >/dev/null
cat <<'EOF'
{"permission":"deny","user_message":"No remote shells from the agent.","agent_message":"Use the fleet API (docs/fleet-api.md) instead of ssh."}
EOF
