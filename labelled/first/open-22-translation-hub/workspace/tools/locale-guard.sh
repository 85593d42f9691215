#!/usr/bin/env bash
# Shared by two agents on purpose:
#   shell commands  -> no commit while a locale file is not valid JSON
#   edits           -> generated locale files are not edited by hand
# Says no with exit 2 and a text on stderr, which both of them understand.
set -u
cd "${CURSOR_PROJECT_DIR:-${CLAUDE_PROJECT_DIR:-.}}" || exit 0

event=$(cat)
file=$(jq -r '.tool_input.file_path // empty' <<<"$event")

if [ -n "$file" ]; then
  case "$file" in
    */locales/generated/*)
      echo "locales/generated is written by tools/pull.sh; edit locales/source instead." >&2
      exit 2 ;;
  esac
  exit 0
fi

while IFS= read -r -d '' json; do
  if ! jq empty "$json" >/dev/null 2>&1; then
    echo "$json is not valid JSON; fix it before committing." >&2
    exit 2
  fi
done < <(find locales -name '*.json' -print0)
