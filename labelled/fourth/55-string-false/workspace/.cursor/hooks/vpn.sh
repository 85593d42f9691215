#!/usr/bin/env bash
cat >/dev/null
if ip link show wg0 >/dev/null 2>&1; then
  echo '{"continue": true}'
else
  echo '{"continue": "false", "user_message": "Connect the VPN (wg0) first."}'
fi
