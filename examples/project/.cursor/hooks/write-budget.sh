#!/bin/sh
# preToolUse, with the matcher "Write": allows 20 edits in a conversation (WRITE_BUDGET sets another number), then denies.
# "hookline state" keeps the count outside the workspace, and gives the id of the conversation in the event its own count.
# If the count cannot be read or written, the edit is denied too.

count=$(hookline state increment writes --session -) || count=unknown
[ "$count" != unknown ] && [ "$count" -le "${WRITE_BUDGET:-20}" ] && exit 0
cat <<'JSON'
{
  "permission": "deny",
  "user_message": "The agent has used up its edits in this conversation.",
  "agent_message": "The budget of edits for this conversation is used up. Stop here, and tell the person what is left to do."
}
JSON
