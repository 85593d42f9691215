#!/usr/bin/env bash
. "$CLAUDE_PROJECT_DIR/tools/agent/lib.sh"
path=$(jq -r '.tool_input.file_path // ""')
[[ $path == *.sql ]] || exit 0
jq -n '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: "SQL changed: run make migrate-check."}}'
