#!/bin/sh
# preToolUse, with the matcher "Shell|Read|Write": denies changes of the hooks themselves, and reading key files.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# Prints every text inside the top-level field $1, names and values, one a line. Each JSON escape comes out as one \001.
texts() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i + 1] ~ /^[ \t]*:/) inside = part[i] == name
        else if (inside) print part[i] }'
}

input=$(cat)
tool=$(printf '%s\n' "$input" | field tool_name)
texts=$(printf '%s\n' "$input" | texts tool_input | LC_ALL=C tr '\001' '/' | sed 's|//*|/|g')

refuse() {
  printf '{ "permission": "deny", "user_message": "%s", "agent_message": "%s" }\n' "$1" "$2"
  exit 0
}
has() { printf '%s\n' "$texts" | LC_ALL=C grep -Eiq "$1"; }

case $tool in
  Shell | Write)
    has '[.](cursor/hooks|claude/settings|hookline/)' &&
      refuse 'The agent wanted to touch its own hooks.' 'The hooks of this project are changed by people. Say what is in your way.' ;;
esac
case $tool in
  Shell | Read)
    has '(^|[/ =])([.]env|id_(rsa|ed25519|ecdsa)|[^/ ]*[.](pem|p12|pfx))([^[:alnum:]_.-]|$)' &&
      refuse 'The agent wanted to read a file of keys.' 'Files of keys are not read here. Use .env.example, or ask the person for the one name you need.' ;;
esac
echo '{ "permission": "allow" }'
