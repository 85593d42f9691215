#!/usr/bin/env bash
payload=$(cat)
cmd=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["command"])' "$payload") || exit 2

if [[ "$cmd" =~ "(esptool|openocd|st-flash).*(erase|write)" ]]; then
  echo '{"permission":"ask","user_message":"This flashes the board on the desk. OK?","agent_message":"Flashing needs the user."}'
  exit 0
fi
echo '{"permission":"allow"}'
