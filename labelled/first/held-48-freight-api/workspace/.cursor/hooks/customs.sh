#!/usr/bin/env bash
command=$(jq -r '.command')

if [[ "$command" == *"customs-cli submit"* ]]; then
  jq -n '{permission: "deny",
          user_message: "Declarations are submitted by a person.",
          agent_message: "Prepare the declaration with customs-cli draft."}'
  exit 3
fi
exit 0
