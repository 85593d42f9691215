#!/bin/sh
# stop: asks for one more round, once. "loop_count" is the number of follow-ups in this conversation, and 0 at the first
# stop. (Hookline itself also ends a loop at the "loop_limit" of the entry, by default 5.)

input=$(cat)
case $input in
  *'"status":"completed"'* | *'"status": "completed"'*) ;;
  *) exit 0 ;;
esac
if printf '%s' "$input" | grep -Eq '"loop_count": *0[,} ]'; then
  echo '{ "followup_message": "Before you finish: read your change once more and say what you checked." }'
fi
