#!/usr/bin/env bash
cat >/dev/null
cd "$CLAUDE_PROJECT_DIR" || exit 0
echo "Branch: $(git branch --show-current)"
git status --short | head -n 20
[ -f NOTES.md ] && head -c 3000 NOTES.md
exit 0
