#!/usr/bin/env bash
set -euo pipefail
IFS= read -r -d '' payload || true

field() { jq -r "$1" <<<"$payload"; }

cmd=$(field '.command // .tool_input.command // ""')
host=$(field 'if has("cursor_version") then "cursor" else "claude" end')
why="Publishing is done by the release job, not from a workstation."

if [[ ! $cmd =~ (npm|pnpm|yarn)[[:space:]]+publish ]]; then
  exit 0
fi

if [[ $host == cursor ]]; then
  jq -cn --arg why "$why" '{permission: "deny", user_message: $why, agent_message: $why}'
else
  jq -cn --arg why "$why" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $why}}'
fi
