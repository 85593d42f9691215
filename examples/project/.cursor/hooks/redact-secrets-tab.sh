#!/bin/sh
# beforeTabFileRead: denies inline completion a file that contains secrets. It denies the whole file, which every host
# supports. redact-secrets.mjs hides only the values, which Hookline supports.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# Whatever JSON escaped (line ends, quotation marks) becomes a quotation mark, of which the field has no others.
content=$(field content | LC_ALL=C tr '\001' '"')
has() { printf '%s\n' "$content" | LC_ALL=C grep -Eiq -e "$1"; }

if has '-----BEGIN [A-Z ]*PRIVATE KEY-----' ||
  has '(AKIA[0-9A-Z]{16}|gh[pousr]_[0-9A-Z]{20}|github_pat_[0-9A-Z_]{20}|sk-[0-9A-Z_-]{16}|xox[abprs]-[0-9A-Z-]{10})' ||
  has "(secret|token|password|api_?key)[A-Z0-9_]*[\"']?[[:blank:]]*[=:][[:blank:]]*[\"']?[^[:blank:]\"'()]{7}"; then
  echo '{ "permission": "deny" }'
else
  echo '{ "permission": "allow" }'
fi
