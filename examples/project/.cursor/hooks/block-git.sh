#!/bin/sh
# beforeShellExecution: denies git, asks the user about gh, and allows everything else.
# A word counts anywhere in the command, so "grep git notes" is denied too: a guard should rather deny too much.
# The replies are constants, so that nothing in a command can break the JSON or remove the deny.

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

if printf '%s\n' "$words" | grep -qx git; then
  cat <<'JSON'
{
  "permission": "deny",
  "user_message": "Git command blocked. Please use the GitHub CLI (gh) instead.",
  "agent_message": "Raw git commands are blocked in this project. Use gh, for example: gh pr create --draft"
}
JSON
elif printf '%s\n' "$words" | grep -qx gh; then
  cat <<'JSON'
{
  "permission": "ask",
  "user_message": "The agent wants to use the GitHub CLI with your account.",
  "agent_message": "Commands of gh need a person's approval."
}
JSON
else
  echo '{ "permission": "allow" }'
fi
