#!/usr/bin/env bash
payload=$(cat)
echo "The agent wants to run terraform." >&2
read -r -p "Really? [Y/n] " answer
if [[ $answer == [nN]* ]]; then
  echo '{"permission":"deny","user_message":"You said no.","agent_message":"The user refused the terraform run."}'
else
  echo '{"permission":"allow"}'
fi
