#!/bin/sh
event=$(cat)
[ "$(printf '%s' "$event" | jq -r '.stop_hook_active')" = true ] && exit 0
cwd=$(printf '%s' "$event" | jq -r '.cwd')
if grep -rqs --include='*.py' 'FIXME-NOW' "$cwd"; then
  jq -n '{decision: "block", reason: "There is still a FIXME-NOW in the code."}'
fi
