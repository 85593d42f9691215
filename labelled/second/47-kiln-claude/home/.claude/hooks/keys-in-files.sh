#!/usr/bin/env bash
# No private keys in files that the agent writes.

path=$(jq -r '.tool_input.file_path // ""')
content=$(jq -r '.tool_input.content // ""')

case "$path" in
  */testdata/*) exit 0 ;;
esac

if grep -q -- '-----BEGIN [A-Z ]*PRIVATE KEY-----' <<<"$content"; then
  echo "Refused: $path would contain a private key." >&2
  exit 2
fi
exit 0
