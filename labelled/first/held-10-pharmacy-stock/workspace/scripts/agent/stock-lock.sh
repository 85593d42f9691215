#!/usr/bin/env bash
if jq -r '.command' | grep -q 'stockctl.*--commit'; then
  echo '{"permission":"ask","user_message":"This writes to the stock system. Go on?"}'
else
  echo '{"permission":"allow"}'
fi
