#!/bin/sh
# Any event: appends one line (time, event, tag) to a log that only its owner can read.
# The log is $AUDIT_LOG, else audit.log beside hooks.json. Payloads are not logged, because they contain prompts, file
# contents and command output. session-init.sh sets $AUDIT_TAG.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# Beside hooks.json: a project's hooks run in its root, which has a .cursor folder; a user's hooks run in ~/.cursor itself.
folder=.
[ -d .cursor ] && folder=.cursor

umask 077
log=$AUDIT_LOG
[ -n "$log" ] || log=$folder/audit.log
event=$(field hook_event_name | tr -cd 'A-Za-z')
tag=$(printf '%s' "$AUDIT_TAG" | LC_ALL=C tr '\000-\037\177' '[?*]')

# A log that cannot be written is a failure of this hook. The shell's own exit code for it may be 2, which would deny.
# One write of less than a page: lines of hooks that run at the same time do not mix.
printf '%s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$event" "$tag" >> "$log" || exit 1
