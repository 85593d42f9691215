#!/usr/bin/env bash
payload=$(cat)
host=$(python3 -c '
import json, sys
from urllib.parse import urlparse
print(urlparse(json.loads(sys.argv[1]).get("url") or "http://local").hostname)
' "$payload")

grep -qxF -- "$host" .cursor/allowed-hosts.txt
rc=$?
if [ "$rc" -eq 1 ]; then
  echo '{"permission":"deny","user_message":"This MCP host is not on our list.","agent_message":"The MCP server is not allowed here."}'
  exit 0
fi
[ "$rc" -eq 0 ] && echo '{"permission":"allow"}'
exit "$rc"
