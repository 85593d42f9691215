#!/bin/sh
# afterShellExecution: appends time, milliseconds and the program (its first word, no arguments) to $SHELL_LOG, else
# shell.log beside hooks.json. Arguments and variables may contain passwords, so a command that begins with one is logged as "?".

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# Prints the top-level number $1.
number() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*[0-9]/) {
          found = 1; sub(/^[ \t]*:[ \t]*/, "", part[i + 1]); sub(/[^0-9.].*$/, "", part[i + 1]); printf "%s", part[i + 1] } }'
}

# Beside hooks.json: a project's hooks run in its root, which has a .cursor folder; a user's hooks run in ~/.cursor itself.
folder=.
[ -d .cursor ] && folder=.cursor

umask 077
log=${SHELL_LOG:-$folder/shell.log}
input=$(cat)
program=$(printf '%s\n' "$input" | field command | LC_ALL=C awk '{ print $1 }')
case $program in
  '' | *[!A-Za-z0-9_./+-]*) program='?' ;;
esac
# A log that cannot be written is a failure of this hook. The shell's own exit code for it may be 2, which would deny.
printf '%s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(printf '%s\n' "$input" | number duration)" "$program" >> "$log" || exit 1
