#!/usr/bin/env bash
# kubectl and helm only from deploy/staging
set -u

if ! command -v jq >/dev/null; then
  printf '%s\n' '{"permission":"deny","user_message":"jq is missing","agent_message":"The guard needs jq; ask the user to install it."}'
  exit 0
fi

cmd=$(jq -r '.command // empty')
dir=$(jq -r '.cwd // empty')

case "$dir" in
  */deploy/prod|*/deploy/prod/*)
    jq -n --arg c "$cmd" '{permission:"deny", user_message:("Not from deploy/prod: " + $c), agent_message:"Run this from deploy/staging."}'
    ;;
  *)
    printf '%s\n' '{"permission":"allow"}'
    ;;
esac
