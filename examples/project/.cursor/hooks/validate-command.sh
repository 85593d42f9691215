#!/bin/sh
# beforeShellExecution: denies a few commands with damage that cannot be undone: deleting a root or home directory,
# overwriting a disk, running a download unread. It searches for patterns, so it stops mistakes but not an attacker. The
# pack shell-guard parses the shell command.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# Quotes, line ends and other escapes count as blanks.
command=$(field command | LC_ALL=C tr '\001\047' '  ')
end='([[:space:];&|)]|$)'
flags='([[:space:]]+-[[:alnum:]-]+)*'
home='[[:space:]]+(/|~|[$]HOME|[$][{]HOME[}])/?[*]?'

refuse() {
  printf '{ "permission": "deny", "user_message": "%s", "agent_message": "%s" }\n' "$1" "$1 Name exactly what you need, or ask the person."
  exit 0
}
has() { printf '%s\n' "$command" | LC_ALL=C grep -Eq "$1"; }

has "(^|[^[:alnum:]_.-])rm$flags[[:space:]]+-[[:alnum:]-]*[rR][[:alnum:]-]*$flags$home$end" && refuse 'This would delete a whole system or home directory.'
has '(^|[^[:alnum:]_.-])(mkfs|dd[[:space:]].*of=/dev/(sd|hd|nvme|vd|disk))' && refuse 'This would write over a disk.'
has "(curl|wget)[[:space:]].*[|][[:space:]]*(sudo[[:space:]]+)?(ba|da|z|k)?sh$end" && refuse 'This would run a download that nobody has read.'
echo '{ "permission": "allow" }'
