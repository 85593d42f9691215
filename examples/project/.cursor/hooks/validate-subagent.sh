#!/bin/sh
# subagentStart: allows only the kinds of subagent that this project knows.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

case $(field subagent_type) in
  generalPurpose | explore | shell) echo '{ "permission": "allow" }' ;;
  *) echo '{ "permission": "deny", "user_message": "Subagents here are generalPurpose, explore or shell." }' ;;
esac
