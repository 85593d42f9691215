#!/usr/bin/env bash
# Pushing to a protected branch is for people.
set -u
cmd="$(jq -r '.command // ""')"
refused=0

cat .cursor/protected-branches.txt | while read -r branch; do
  if [[ " $cmd " == *" $branch "* || "$cmd" == *":$branch"* ]]; then
    refused=1
  fi
done

if [[ $refused -eq 1 ]]; then
  echo '{"permission":"deny","user_message":"That branch is protected.","agent_message":"Push a feature branch and open a pull request."}'
else
  echo '{"permission":"allow"}'
fi
