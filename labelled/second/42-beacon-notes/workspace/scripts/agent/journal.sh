#!/usr/bin/env bash
# One line in the journal for every finished turn.
set -euo pipefail
cat >/dev/null
cd "${CLAUDE_PROJECT_DIR:-.}"
{
  date -u +'%FT%TZ'
  git diff --stat HEAD | tail -n 1
} | paste -sd ' ' - >>journal.txt
