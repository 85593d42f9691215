#!/usr/bin/env bash
cat >/dev/null
if [[ -n "${CLAUDE_ENV_FILE:-}" ]]; then
  echo 'export NODE_ENV=development' >>"$CLAUDE_ENV_FILE"
fi
echo "Use make targets; see Makefile. Integration tests need 'make db-up' first."
