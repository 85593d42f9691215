/** The template in POSIX sh. Its replies are constants, so that no input can break the JSON or lose a deny. */
import { usualAgent } from '@hookline/core/agents'
import { forbidden, type Model, type Reply } from './model.ts'

export const sh = (model: Model): string => `#!/bin/sh
# ${model.name}, for ${model.event}: ${model.row.doc}
# Its input and reply: hookline schema ${model.event} input (or reply)
${bodies[model.kind](model)}`

const bodies: Readonly<Record<Model['kind'], (model: Model) => string>> = {
  refuses: (model) => `# The replies are constants, so that no input can break the JSON or lose a deny.

${shField}

# Exit code 2 means deny. If the hook cannot read its input, it denies.
${gateInput(model)}
# Your rule goes here.
case $${model.field} in
  *${forbidden}*)
    ${printReply(model.special ?? {})}
    ;;
  *) ${printReply(model.usual)} ;;
esac
`,
  'follows-up': (model) => `
${shField}

input=$(cat)
status=$(printf '%s' "$input" | field status) || exit 1
rounds=$(printf '%s' "$input" | field loop_count) || rounds=0

# Your rule goes here. This one asks once for another round when the work is complete.
if [ "$status" = completed ] && [ "$rounds" -eq 0 ]; then
  ${printReply(model.special ?? {})}
fi
`,
  informs: (model) => `
cat > /dev/null # Read the whole input even if you do not need it, so that the agent can finish writing it.

# Your rule goes here. Print nothing if you have nothing to add.
${printReply(model.usual)}
`,
  observes: (model) =>
    model.field === undefined
      ? `
cat > /dev/null # Read the whole input even if you do not need it, so that the agent can finish writing it.

# Your code goes here. hookline log shows what it prints on stderr.
echo "${model.name}: ran" >&2
`
      : `
${shField}

${model.field}=$(field ${model.field}) || exit 1

# Your code goes here. hookline log shows what it prints on stderr.
printf '${model.name}: %s\\n' "$${model.field}" >&2
`,
}

const gateInput = ({ field, older }: Model): string =>
  older === undefined
    ? `${field}=$(field ${field}) || exit 2\n`
    : `input=$(cat)
${field}=$(printf '%s' "$input" | field ${field}) ||
  ${field}=$(printf '%s' "$input" | field ${older}) || exit 2 # ${older} is the name in older versions of ${usualAgent.title}
`

/** The replies of the templates contain no single quote. */
function printReply(reply: Reply): string {
  if (Object.keys(reply).length < 2) return `echo '${JSON.stringify(reply).replace('":', '": ')}'`
  return `cat <<'JSON'\n${JSON.stringify(reply, null, 2)}\nJSON`
}

/** `field <name> [depth]` prints a string (decoded), number or literal of the JSON object on stdin. It fails if there is none. */
const shField = String.raw`# field <name> [depth]: prints that field of the JSON object on stdin, with strings decoded; fails if it is missing.
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
      if (!found || depth || n % 2 == 0) exit 1 # The field is missing, or the input is incomplete.
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
