#!/usr/bin/env bash
# ask before anything that talks to a remote host
log="$HOME/.cursor/commands.log"
jq -r '"\(now | todate) \(.command)"' >> "$log"

command=$(jq -r '.command')
if [[ "$command" =~ (^|[^a-z])(ssh|scp|rsync|curl|wget)[[:space:]] ]]; then
  jq -n --arg c "$command" '{permission: "ask", user_message: ("Network: " + $c)}'
else
  echo '{"permission":"allow"}'
fi
