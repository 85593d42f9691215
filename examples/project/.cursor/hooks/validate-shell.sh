#!/bin/sh
# preToolUse, with the matcher "Shell": denies SQL that writes, in commands that start a database client.
# It does not ask, because Cursor 3 ignores an "ask" on preToolUse. A word counts anywhere in the command, so a SELECT of
# a column called "update" is denied too. Files with SQL are not read.

# Prints every text inside the top-level field $1, names and values, one a line. Each JSON escape comes out as one \001.
texts() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i + 1] ~ /^[ \t]*:/) inside = part[i] == name
        else if (inside) print part[i] }'
}

# One word a line, in small letters.
words=$(texts tool_input | LC_ALL=C tr 'A-Z' 'a-z' | LC_ALL=C tr -c 'a-z0-9_\n' '[\n*]')
has() { printf '%s\n' "$words" | grep -qxE "$1"; }

if has 'psql|mysql|mariadb|sqlite3|sqlcmd|duckdb|cockroach|clickhouse' &&
  has 'insert|update|delete|drop|truncate|alter|create|grant|revoke|replace|merge'; then
  cat <<'JSON'
{
  "permission": "deny",
  "user_message": "The agent wanted to change a database.",
  "agent_message": "SQL that writes is not run here. Show the statement to the person, or write a migration."
}
JSON
else
  echo '{ "permission": "allow" }'
fi
