/** The template for Node: TypeScript if the local Node can run it, otherwise JavaScript with types in comments. */

import { usualAgent } from '@hookline/core/agents'
import { commonFields, type EventRow, reducedFields } from '@hookline/core/protocol'
import { forbidden, type Model, type Reply } from './model.ts'

export type NodeFlavour = 'ts' | 'mjs'

export function node(model: Model, flavour: NodeFlavour): string {
  const typed = flavour === 'ts'
  return `// ${model.name}, for ${model.event}: ${model.row.doc}
// Its input and reply: hookline schema ${model.event} input (or reply)
import { readFileSync } from 'node:fs'

${typed ? `type Input = ${inputType(model, '')}` : `/** @typedef {${inputType(model, ' * ')}} Input */`}

${typed ? 'function answer(input: Input): object {' : '/** @param {Input} input */\nfunction answer(input) {'}
${bodies[model.kind](model)}}

try {
  // Read the whole input. Descriptor 0 also works where /dev/stdin does not.
  const input${typed ? ': Input' : ''} = JSON.parse(readFileSync(0, 'utf8'))
  console.log(JSON.stringify(answer(input)))
} catch (error) {
  console.error(error)
  ${failureCode(model)}
}
`
}

const failureCode = ({ kind }: Model): string =>
  kind === 'refuses'
    ? '// If this hook fails, it denies: exit code 2 means deny.\n  process.exitCode = 2'
    : 'process.exitCode = 1'

const bodies: Readonly<Record<Model['kind'], (model: Model) => string>> = {
  refuses: ({
    field,
    older,
    usual,
    special = {},
  }) => `${older === undefined ? '' : olderLine(field, older)}  // Your rule goes here.
  if (/\\b${forbidden}\\b/.test(${older === undefined ? `input.${field}` : field})) {
    return ${literal(special, '    ')}
  }
  return ${literal(usual, '  ')}
`,
  'follows-up': ({
    special = {},
  }) => `  // Your rule goes here. This one asks once for another round when the work is complete.
  if (input.status === 'completed' && !input.loop_count) {
    return ${literal(special, '    ')}
  }
  return {}
`,
  informs: ({ usual }) => `  // Your rule goes here. Read the input, and return {} if you have nothing to add.
  void input
  return ${literal(usual, '  ')}
`,
  observes: ({ name, field }) => `  // Your code goes here. hookline log shows what it prints on stderr.
  console.error('${name}:', input.${field ?? 'hook_event_name'})
  return {}
`,
}

const olderLine = (field: string | undefined, older: string): string =>
  `  const ${field} = input.${field} ?? input.${older} ?? '' // ${older} is the name in older versions of ${usualAgent.title}.\n`

/** Formats a reply in the usual style: single quotes, keys without quotes. The replies of the templates contain no quote. */
function literal(reply: Reply, indent: string): string {
  const members = Object.entries(reply).map(([key, value]) => `${key}: ${JSON.stringify(value).replaceAll('"', "'")}`)
  if (members.length <= 1) return members.length === 0 ? '{}' : `{ ${members[0]} }`
  return `{\n${members.map((member) => `${indent}  ${member},\n`).join('')}${indent}}`
}

/** The type of an event's input for the template: its own fields, and the most used common ones. */
type Field = EventRow['input'][string]
type FieldType = Field['type']

function inputType({ row, older }: Pick<Model, 'row' | 'older'>, lead: string): string {
  const own = Object.entries(row.input).map(([name, field]) => memberOf(name, field))
  const former = older === undefined ? [] : [`${older}?: string`]
  const common = Object.entries<Field>(row.common === 'all' ? commonFields : reducedFields)
    .filter(([name]) => !Object.hasOwn(row.input, name) && shown.has(name))
    .map(([name, field]) => memberOf(name, field))
  const lines = [...own, ...former, ...common].map((member) => `${lead}  ${member}\n`)
  return `{\n${lines.join('')}${lead}}`
}

/** The common fields that hooks usually need; the schema has all of them. */
const shown = new Set(['hook_event_name', 'conversation_id', 'workspace_roots'])

const memberOf = (name: string, { type, need }: Field): string =>
  `${name}${need === 'essential' ? '' : '?'}: ${typeOf(type)}${need === 'optional' ? ' | null' : ''}`

function typeOf(type: FieldType): string {
  switch (type.kind) {
    case 'any':
      return 'unknown'
    case 'object':
      return 'Record<string, unknown>'
    case 'oneOf':
      return type.words.map((word) => `'${word}'`).join(' | ')
    case 'nullable':
      return `${typeOf(type.of)} | null`
    case 'list':
      return `Array<${typeOf(type.of)}>`
    case 'shape':
      return `{ ${Object.entries(type.fields)
        .map(([name, field]) => memberOf(name, field))
        .join('; ')} }`
    default:
      return type.kind
  }
}
