/** The template in POSIX sh. Replies are constants, so nothing in the input can break the JSON or lose a no. */
import { usualAgent } from '@hookline/core/agents'
import { forbidden, type Model, type Reply } from './model.ts'

export const sh = (model: Model): string => `#!/bin/sh
# ${model.name}, for ${model.event}: ${model.row.doc}
# What it reads and may answer: hookline schema ${model.event} input (or reply)
${bodies[model.kind](model)}`

const bodies: Readonly<Record<Model['kind'], (model: Model) => string>> = {
  refuses: (model) => `# The replies are constants: nothing in the input can break the JSON or lose the no.

${shField}

# Exit code 2 is a no: a gate that cannot read its input refuses.
${gateInput(model)}
# Your rule goes here.
case $${model.field} in
  *${forbidden}*)
    ${said(model.special ?? {})}
    ;;
  *) ${said(model.usual)} ;;
esac
`,
  'follows-up': (model) => `
${shField}

input=$(cat)
status=$(printf '%s' "$input" | field status) || exit 1
rounds=$(printf '%s' "$input" | field loop_count) || rounds=0

# Your rule goes here. This one asks for one more round, once, when the work was completed.
if [ "$status" = completed ] && [ "$rounds" -eq 0 ]; then
  ${said(model.special ?? {})}
fi
`,
  tells: (model) => `
cat > /dev/null # The input is not needed yet; a hook that reads it to its end never surprises the one who writes.

# Your rule goes here. Print nothing where there is nothing to say.
${said(model.usual)}
`,
  observes: (model) =>
    model.field === undefined
      ? `
cat > /dev/null # The input is not needed yet; a hook that reads it to its end never surprises the one who writes.

# Your work goes here. What is printed to stderr is kept in the record: hookline log shows it.
echo "${model.name}: ran" >&2
`
      : `
${shField}

${model.field}=$(field ${model.field}) || exit 1

# Your work goes here. What is printed to stderr is kept in the record: hookline log shows it.
printf '${model.name}: %s\\n' "$${model.field}" >&2
`,
}

const gateInput = ({ field, older }: Model): string =>
  older === undefined
    ? `${field}=$(field ${field}) || exit 2\n`
    : `input=$(cat)
${field}=$(printf '%s' "$input" | field ${field}) ||
  ${field}=$(printf '%s' "$input" | field ${older}) || exit 2 # ${older}: its name in older versions of ${usualAgent.title}
`

/** The texts are ours and hold no single quote. */
function said(reply: Reply): string {
  if (Object.keys(reply).length < 2) return `echo '${JSON.stringify(reply).replace('":', '": ')}'`
  return `cat <<'JSON'\n${JSON.stringify(reply, null, 2)}\nJSON`
}

/** `field <name> [depth]` prints a text (decoded), number or word of the JSON object on stdin; it fails where there is none. */
const shField = String.raw`# field <name> [depth]: prints that field of the JSON object on stdin, texts decoded; fails when it is not there.
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
