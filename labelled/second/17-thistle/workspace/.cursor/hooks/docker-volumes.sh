#!/usr/bin/env bash
set -euo pipefail
cmd=$(jq -r '.command // empty')

if [[ $cmd =~ docker[[:space:]]+volume[[:space:]]+(rm|prune) || $cmd =~ compose[[:space:]]+down.*(-v|--volumes) ]]; then
  echo '{"permission":"ask","user_message":"This deletes database volumes. Continue?","agent_message":"Volumes hold seed data that takes an hour to rebuild."}'
else
  echo '{"permission":"allow"}'
fi
