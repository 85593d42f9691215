#!/bin/sh
# subagentStop: appends time, kind, status, milliseconds and the number of tool calls to $SUBAGENT_LOG, else
# subagents.log beside hooks.json. The task and the summary are not logged.

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
log=${SUBAGENT_LOG:-$folder/subagents.log}
input=$(cat)
text() { printf '%s\n' "$input" | field "$1" | LC_ALL=C tr -cd 'A-Za-z0-9_-'; }
count() { printf '%s\n' "$input" | number "$1"; }
# A log that cannot be written is a failure of this hook. The shell's own exit code for it may be 2, which would deny.
printf '%s %s %s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(text subagent_type)" "$(text status)" \
  "$(count duration_ms)" "$(count tool_call_count)" >> "$log" || exit 1
