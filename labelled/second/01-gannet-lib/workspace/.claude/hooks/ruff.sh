#!/usr/bin/env bash
f=$(jq -r '.tool_input.file_path // empty')
[[ $f == *.py ]] || exit 0
ruff check --fix --quiet "$f" >&2 || true
ruff format --quiet "$f" >&2
exit 0
