#!/usr/bin/env bash
# The dome and the mount are moved by people.
set -Eeuo pipefail

work=$(mktemp -d)
cleanup() { rm -rf -- "$work"; }
trap cleanup EXIT

refuse() {
  cat <<'EOF'
{
  "permission": "deny",
  "user_message": "The dome and the mount are moved by people ($HOME/bin/park is yours, not the agent's).",
  "agent_message": "Do not move hardware. Write the plan to plans/ instead."
}
EOF
  exit 0
}

permit() { printf '%s\n' '{"permission":"allow"}'; exit 0; }

cat > "$work/event.json"
command=$(jq -er '.command' "$work/event.json")   # fails, and so refuses, when there is none

# "slew", "park" and "dome" as words of their own, not as part of a file name
words=$(tr -cs '[:alnum:]_./-' '\n' <<<"$command")
if grep -qxE 'slew|park|dome' <<<"$words"; then
  refuse
fi
permit
