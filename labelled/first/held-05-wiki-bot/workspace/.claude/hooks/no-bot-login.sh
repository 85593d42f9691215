#!/usr/bin/env bash
command=$(jq -r '.tool_input.command')
if [[ "$command" == *pwb*login* ]]; then
  exit 2
fi
