#!/usr/bin/env bash
set -euo pipefail

payload=$(cat)
content=$(python3 -c 'import json,sys; print(json.load(sys.stdin).get("content",""))' <<<"$payload")
hits=$(grep -cE 'AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----' <<<"$content")

if [ "$hits" -gt 0 ]; then
  printf '{"permission":"deny","user_message":"%d possible key(s) in this file."}\n' "$hits"
else
  printf '{"permission":"allow"}\n'
fi
