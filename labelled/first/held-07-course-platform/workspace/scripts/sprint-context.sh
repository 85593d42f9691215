#!/usr/bin/env bash
# What is printed here is added to the prompt's context.
cat > /dev/null
echo "Current sprint:"
sed -n '1,15p' "${CLAUDE_PROJECT_DIR:-.}/docs/sprint.md"
