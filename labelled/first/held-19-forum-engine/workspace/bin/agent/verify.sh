#!/usr/bin/env bash
# Type check and lint when the agent says it is done.
cat > /dev/null

if npm run typecheck && npm run lint; then
  exit 0
fi

jq -n '{followup_message: "npm run typecheck or npm run lint fails. Run both and repair what they report."}'
