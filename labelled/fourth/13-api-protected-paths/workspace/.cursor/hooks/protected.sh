#!/usr/bin/env bash
payload=$(cat)
path=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["file_path"])' "$payload") || exit 2

blocked=no
cat .cursor/protected.txt | while IFS= read -r suffix; do
  if [[ -n $suffix && $path == *"$suffix" ]]; then
    blocked=yes
  fi
done

if [ "$blocked" = yes ]; then
  echo '{"permission":"deny","user_message":"This file is on the protected list (.cursor/protected.txt)."}'
else
  echo '{"permission":"allow"}'
fi
