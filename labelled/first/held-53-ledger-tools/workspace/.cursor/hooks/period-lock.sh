#!/usr/bin/env bash
# Closed periods are not rewritten.
set -u
source /home/ldev/bin/agent-lib.sh 2>/dev/null

command=$(jq -r '.command')
closed=$(cat books/.closed-until 2>/dev/null || echo 0000-00)

month=$(grep -oE '[0-9]{4}-[0-9]{2}' <<<"$command" | head -n1)
if [[ -n "$month" && ! "$month" > "$closed" ]]; then
  printf '{"permission":"deny"}\n'
  exit 0
fi
printf '{"permission":"allow"}\n'
