/** Reading JSON in a shell script without jq: one function, in POSIX sh and awk, that the generated scripts carry with them. */

/** `field <name> [depth]` prints a text (decoded), number or word of the JSON object on stdin; it fails where there is none. */
export const shField = String.raw`# field <name> [depth]: prints that field of the JSON object on stdin, texts decoded; fails when it is not there.
field() {
  LC_ALL=C awk -v name="$1" -v want="${'$'}{2:-1}" '
    { text = text $0 "\n" }
    END {
      gsub(/\\\\/, "\001", text); gsub(/\\"/, "\002", text)
      n = split(text, part, "\"")
      for (i = 1; i <= n; i++) {
        if (i % 2) { depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i]); continue }
        if (found || depth != want || part[i] != name || part[i + 1] !~ /^[ \t\r\n]*:/) continue
        value = part[i + 1]; sub(/^[ \t\r\n]*:[ \t\r\n]*/, "", value)
        if (value == "") { value = decoded(part[i + 2]); found = 1 }
        else if (value ~ /^[-0-9a-z]/) { sub(/[^-+.0-9a-zE].*$/, "", value); found = 1 }
      }
      if (!found || depth || n % 2 == 0) exit 1 # Not there, or the input is cut short.
      printf "%s", value
    }
    function decoded(s,   at, code, j, k, piece, out) {
      gsub(/\\n/, "\n", s); gsub(/\\t/, "\t", s); gsub(/\\r/, "\r", s); gsub(/\\[bf]/, " ", s); gsub(/\\\//, "/", s)
      while (at = index(s, "\\u")) {
        code = 0
        for (j = 2; j < 6; j++) code = code * 16 + index("0123456789abcdef", tolower(substr(s, at + j, 1))) - 1
        s = substr(s, 1, at - 1) (code == 92 ? "\001" : code > 2 && code < 128 ? sprintf("%c", code) : "?") substr(s, at + 6)
      }
      gsub(/\002/, "\"", s)
      k = split(s, piece, "\001"); out = piece[1]
      for (j = 2; j <= k; j++) out = out "\\" piece[j]
      return out
    }'
}`
