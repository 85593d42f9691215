#!/usr/bin/env bash
command -v jq >/dev/null || { echo "stylelint hook: jq not found" >&2; exit 0; }
file=$(jq -r '.edits[0].filePath // empty')
[[ -n $file && -f $file ]] || exit 0
[[ $file == *.css || $file == *.scss ]] && npx --no-install stylelint --fix "$file" >/dev/null 2>&1
exit 0
