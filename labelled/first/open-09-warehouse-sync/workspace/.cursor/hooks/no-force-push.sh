#!/bin/bash
input=$(cat)
command=$(echo "$input" | jq -r '.command')

if [[ "$command" =~ git[[:space:]]+push.*(--force|--force-with-lease) ]]; then
  jq -n '{permission: "deny", user_message: "Force pushes are off in this repository.", agent_message: "Do not force-push. Merge main into the branch."}'
  exit 0
fi

echo '{"permission":"allow"}'
