#!/usr/bin/env bash
cat >/dev/null
branch=$(git -C "$CLAUDE_PROJECT_DIR" branch --show-current 2>/dev/null)
dirty=$(git -C "$CLAUDE_PROJECT_DIR" status --porcelain 2>/dev/null | wc -l)
echo "Branch: ${branch:-none}; files changed and not committed: $dirty"
