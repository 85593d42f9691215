#!/bin/bash
cmd=$(jq -r '.command // ""')
if [[ "$cmd" == *"fastlane release"* || "$cmd" == *"fastlane beta"* ]]; then
  echo '{"permission":"deny","user_message":"Store releases are started from CI.","agent_message":"Do not release from this machine; push a tag instead."}'
  exit 0
fi
echo '{"permission":"allow"}'
