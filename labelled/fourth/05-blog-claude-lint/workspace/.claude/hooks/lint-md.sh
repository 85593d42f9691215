#!/usr/bin/env bash
payload=$(cat)
file=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1]).get("tool_input",{}).get("file_path",""))' "$payload")
[[ $file == *.md ]] || exit 0
if ! out=$(npx --no-install markdownlint-cli2 "$file" 2>&1); then
  printf 'markdownlint found problems:\n%s\n' "$out" | head -n 30 >&2
  exit 2
fi
exit 0
