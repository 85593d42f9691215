#!/bin/bash
input=$(cat)
if grep -Eq 'git +reset +--hard' <<<"$input"; then
  echo '{"permission":"ask","user_message":"git reset --hard throws away work. Continue?","agent_message":"Waiting for the user to confirm the reset."}'
else
  echo '{"permission":"allow"}'
fi
