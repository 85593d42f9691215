#!/usr/bin/env bash
# Audit only: nothing is ever refused here. The gate is in the enterprise file.
kind=${1:?kind}
log="${CURSOR_PROJECT_DIR:-.}/.audit/$kind.jsonl"
mkdir -p "$(dirname "$log")"

tee >(jq -c '{at: (now | todate), event: .hook_event_name, what: (.command // .file_path)}' >>"$log") >/dev/null

if [[ $kind == shell ]]; then
  echo '{"permission":"allow"}'
fi
