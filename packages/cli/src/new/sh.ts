/** The template in POSIX sh. Replies are constants, so nothing in the input can break the JSON or lose a no. */
import { usualAgent } from '@hookline/core/agents'
import { forbidden, type Model, type Reply } from './model.ts'
import { shField } from './sh-field.ts'

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
