#!/usr/bin/env bash
# prettier on the file the agent just touched
payload=$(cat)
file=$(node -e 'process.stdout.write(JSON.parse(process.argv[1]).file_path || "")' "$payload")
case "$file" in
  *.ts|*.tsx|*.css|*.json) npx --no-install prettier --write -- "$file" >/dev/null 2>&1 ;;
esac
exit 0
