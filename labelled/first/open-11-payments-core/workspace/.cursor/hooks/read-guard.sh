#!/bin/sh
# Keys stay out of the model's context.
path=$(jq -r '.file_path')
case "$path" in
  *.pem|*.key|*/secrets/*)
    jq -n --arg p "$path" '{permission: "deny", user_message: ("Not readable by the agent: " + $p)}'
    ;;
  *)
    echo '{"permission":"allow"}'
    ;;
esac
