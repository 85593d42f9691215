#!/bin/sh
# stop: asks for one more round, once. "loop_count" says how many follow-ups this conversation has had;
# a completed first stop has 0. (Hookline also ends a loop by itself, at the entry's "loop_limit", by default 5.)

input=$(cat)
case $input in
  *'"status":"completed"'* | *'"status": "completed"'*) ;;
  *) exit 0 ;;
esac
if printf '%s' "$input" | grep -Eq '"loop_count": *0[,} ]'; then
  echo '{ "followup_message": "Before you finish: read your change once more and say what you checked." }'
fi
