#!/usr/bin/env bash
# Every non-empty line of denylist.txt is an extended regular expression.
set -u

cmd=$(jq -r '.command')
list="$CURSOR_PROJECT_DIR/.cursor/hooks/denylist.txt"
verdict=allow

grep -v '^#' "$list" | while IFS= read -r rule; do
  [[ -n "$rule" ]] || continue
  if [[ "$cmd" =~ $rule ]]; then
    verdict=deny
    break
  fi
done

if [[ "$verdict" == deny ]]; then
  jq -n '{permission: "deny",
          user_message: "The command is on the deny list of this router.",
          agent_message: "See .cursor/hooks/denylist.txt for what is off limits."}'
else
  jq -n '{permission: "allow"}'
fi
