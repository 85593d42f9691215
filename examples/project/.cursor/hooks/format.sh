#!/bin/sh
# afterFileEdit, afterTabFileEdit: removes trailing blanks from a source file, only inside the workspace.
# Replace sed by your formatter. Markdown is not changed, because two blanks at the end of a line have a meaning there.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

path=$(field file_path)
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

formatted=$(mktemp) || exit 1
trap 'rm -f "$formatted"' EXIT
LC_ALL=C sed 's/[[:blank:]]*$//' "$path" > "$formatted" || exit 1
# Write into the same file, so that its owner, mode and hard links stay.
cmp -s "$path" "$formatted" || cat "$formatted" > "$path" || exit 1
