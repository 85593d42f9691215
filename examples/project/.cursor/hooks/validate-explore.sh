#!/bin/sh
# subagentStart, with the matcher "explore|shell": these subagents only read, so a task that asks for a change is denied.
# Cursor 2.4 calls the task "prompt". Claude Code does not send it, so there every task is allowed.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

input=$(cat)
task=$(printf '%s\n' "$input" | field task)
[ -n "$task" ] || task=$(printf '%s\n' "$input" | field prompt)
words=$(printf '%s\n' "$task" | LC_ALL=C tr 'A-Z' 'a-z' | LC_ALL=C tr -c 'a-z\n' '[\n*]')
if printf '%s\n' "$words" | grep -qxE 'write|edit|change|fix|delete|remove|rename|commit|push|deploy|install|publish'; then
  echo '{ "permission": "deny", "user_message": "This subagent only looks. For a change, start a generalPurpose subagent." }'
else
  echo '{ "permission": "allow" }'
fi
