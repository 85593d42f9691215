#!/bin/bash
input=$(cat)
cmd=$(printf '%s' "$input" | jq -r '.command')
if printf '%s' "$cmd" | grep -Eq 'dotnet ef database drop'; then
  jq -n '{permission: "deny", user_message: "The dev database is shared, do not drop it."}'
  exit 0
fi
jq -n '{permission: "allow"}'
