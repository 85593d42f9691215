#!/bin/sh
# afterTabFileEdit: removes trailing blanks from the lines that a completion changed ("range"), and from no other, because
# the user is typing in this file. It changes only source files inside the workspace.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

input=$(cat)
path=$(printf '%s\n' "$input" | field file_path)
case $path in
  *"$(printf '\001')"*) exit 0 ;; # JSON had to escape it: not a path this script can be sure of.
  *.css | *.html | *.js | *.json | *.jsx | *.mjs | *.py | *.sh | *.ts | *.tsx) ;;
  *) exit 0 ;;
esac

# Links out of the workspace are not followed, whether the file itself is a link or a directory above it.
[ -f "$path" ] && [ ! -L "$path" ] || exit 0
root=$(CDPATH='' cd -P -- "$CURSOR_PROJECT_DIR" && pwd -P) || exit 1
directory=$(CDPATH='' cd -P -- "$(dirname -- "$path")" && pwd -P) || exit 1
case $directory/ in
  "$root"/*) ;;
  *) exit 0 ;;
esac

# One line for sed an edit, of the numbers beside these two names (names count outside of texts alone).
edits=$(printf '%s\n' "$input" | LC_ALL=C awk '
  { gsub(/\\./, "\001"); n = split($0, part, "\"")
    for (i = 2; i < n; i += 2)
      if (part[i] ~ /^(start|end)_line_number$/ && part[i + 1] ~ /^[ \t]*:[ \t]*[0-9]/) {
        gsub(/[^0-9]/, "", part[i + 1])
        if (part[i] ~ /^start/) start = part[i + 1]
        else printf "%d,%ds/[[:blank:]]*$//\n", start, part[i + 1] } }')
[ -n "$edits" ] || exit 0

formatted=$(mktemp) || exit 1
trap 'rm -f "$formatted"' EXIT
LC_ALL=C sed "$edits" "$path" > "$formatted" || exit 1
# Write into the same file, so that its owner, mode and hard links stay.
cmp -s "$path" "$formatted" || cat "$formatted" > "$path" || exit 1
