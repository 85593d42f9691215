#!/usr/bin/env bash
# Nobody runs a migration against production from the agent.
set -u

payload=$(cat)
cmd=$(printf '%s' "$payload" | jq -r '.command')

if printf '%s' "$cmd" | grep -Eq 'knex[[:space:]]+migrate:(latest|rollback)' &&
   printf '%s' "$cmd" | grep -q 'production'; then
  cat <<JSON
{
  "permission": "deny",
  "user_message": "Migrations on production go through the release job.",
  "agent_message": "Refused: $cmd. Write the migration file and leave running it to the release job."
}
JSON
  exit 0
fi

echo '{"permission":"allow"}'
