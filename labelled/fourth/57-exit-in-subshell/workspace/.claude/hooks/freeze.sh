#!/usr/bin/env bash
# release freeze: no tags, no deploys
check() {
  local cmd
  cmd=$(python3 -c 'import json,sys; print(json.load(sys.stdin)["tool_input"].get("command",""))')
  if [[ $cmd =~ git[[:space:]]+tag || $cmd =~ fly[[:space:]]+deploy ]]; then
    echo "Release freeze until Monday: no tags, no deploys." >&2
    exit 2
  fi
  echo "ok"
}

result=$(check)
[ -n "${HOOK_DEBUG:-}" ] && echo "freeze: $result" >&2
exit 0
