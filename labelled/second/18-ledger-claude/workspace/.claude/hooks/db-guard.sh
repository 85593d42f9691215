#!/bin/bash
input=$(cat)
cmd=$(echo "$input" | jq -r '.tool_input.command // ""')

shopt -s nocasematch
if [[ $cmd == *"drop table"* || $cmd == *"truncate "* ]]; then
  cat <<JSON
{
  "hookSpecificOutput": {
    "hookEventName": "PreToolUse",
    "permissionDecision": "deny",
    "permissionDecisionReason": "Destructive SQL is for migrations only. You tried: $cmd"
  }
}
JSON
fi
exit 0
