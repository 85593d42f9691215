#!/bin/bash
# Refuse every command that touches one of the buckets in protected-buckets.txt
here=$(dirname "$0")
command=$(jq -r '.command')

blocked=0
grep -v '^#' "$here/protected-buckets.txt" | while read -r bucket; do
  [ -z "$bucket" ] && continue
  case "$command" in
    *"$bucket"*) blocked=1 ;;
  esac
done

if [ "$blocked" -eq 1 ]; then
  jq -n '{permission: "deny",
          user_message: "This bucket is protected.",
          agent_message: "Use the staging buckets listed in docs/buckets.md."}'
else
  echo '{"permission":"allow"}'
fi
