#!/usr/bin/env bash
# rm is fine below tmp/ and build/, elsewhere a person decides.
set -u

where=$(jq -r '.cwd')
what=$(jq -r '.command')

case "$where" in
  */tmp|*/tmp/*|*/build|*/build/*)
    jq -n '{permission: "allow"}'
    exit 0
    ;;
esac

if [[ "$what" == *"rm "*"-r"* ]]; then
  jq -n --arg c "$what" '{permission: "ask",
    user_message: ("Recursive delete outside of build: " + $c),
    agent_message: "Recursive deletes outside of tmp/ and build/ need a yes."}'
else
  jq -n '{permission: "allow"}'
fi
