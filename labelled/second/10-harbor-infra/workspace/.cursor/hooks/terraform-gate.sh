#!/usr/bin/env bash
set -euo pipefail

payload="$(cat)"
command_line="$(jq -r '.command' <<<"$payload")"

if [[ "$command_line" =~ terraform[[:space:]]+(apply|destroy|import|state[[:space:]]+rm) ]]; then
  printf '{"permission":"deny","user_message":"Infrastructure changes go through the pipeline. Refused: %s"}\n' "$command_line"
  exit 0
fi

printf '{"permission":"allow"}\n'
