#!/usr/bin/env bash
set -euo pipefail
event=$(cat)
out="$CLAUDE_PROJECT_DIR/findings"
mkdir -p "$out"
id=$(jq -r '.agent_id // .session_id' <<<"$event")
jq -r '.last_assistant_message // empty' <<<"$event" > "$out/${id//[^A-Za-z0-9_-]/_}.md"
