#!/bin/sh
if jq -r .command | grep -q 'system prune'; then
  echo '{"permission":"deny","user_message":"docker system prune removes the shared volumes.","agent_message":"Remove single containers by name."}'
else
  echo '{"permission":"allow"}'
fi
