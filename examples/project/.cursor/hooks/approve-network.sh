#!/bin/sh
# beforeShellExecution, with the matcher "curl|wget|nc": asks the user before a command uses the network.
# The matcher also matches parts of words ("rsync" and "func" contain "nc"), so the script searches for whole words.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# One word a line: cut at blanks, quotes, escapes and whatever ends a word in a shell. Paths lose their directory.
words=$(field command | LC_ALL=C tr '\001 \t;&|()<>{}$=\047\140' '[\n*]' | sed 's|.*/||')

if printf '%s\n' "$words" | grep -qxE 'curl|wget|nc|ncat|netcat'; then
  cat <<'JSON'
{
  "permission": "ask",
  "user_message": "The agent wants to reach the network with curl, wget or nc. Look at the address, and at what is sent.",
  "agent_message": "Network access needs a person's approval. Say which address you need, and why."
}
JSON
else
  echo '{ "permission": "allow" }'
fi
