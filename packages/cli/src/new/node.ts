/** The template for Node: TypeScript where the local Node runs it, else the same in JavaScript with its types in comments. */

import { usualAgent } from '@hookline/core/agents'
import { commonFields, type EventRow, reducedFields } from '@hookline/core/protocol'
import { forbidden, type Model, type Reply } from './model.ts'

export type NodeFlavour = 'ts' | 'mjs'

export function node(model: Model, flavour: NodeFlavour): string {
  const typed = flavour === 'ts'
  return `// ${model.name}, for ${model.event}: ${model.row.doc}
// What it reads and may answer: hookline schema ${model.event} input (or reply)
import { readFileSync } from 'node:fs'

${typed ? `type Input = ${inputType(model, '')}` : `/** @typedef {${inputType(model, ' * ')}} Input */`}

${typed ? 'function answer(input: Input): object {' : '/** @param {Input} input */\nfunction answer(input) {'}
${bodies[model.kind](model)}}

try {
  // To the end of the input; descriptor 0 works where /dev/stdin does not.
  const input${typed ? ': Input' : ''} = JSON.parse(readFileSync(0, 'utf8'))
  console.log(JSON.stringify(answer(input)))
} catch (error) {
  console.error(error)
  ${failing(model)}
}
`
}

const failing = ({ kind }: Model): string =>
  kind === 'refuses'
    ? '// A gate that cannot do its work refuses: 2 is a no.\n  process.exitCode = 2'
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
  }) => `  // Your rule goes here. This one asks for one more round, once, when the work was completed.
  if (input.status === 'completed' && !input.loop_count) {
    return ${literal(special, '    ')}
  }
  return {}
`,
  tells: ({ usual }) => `  // Your rule goes here: ask the input, and return {} where there is nothing to say.
  void input
  return ${literal(usual, '  ')}
`,
  observes: ({
    name,
    field,
  }) => `  // Your work goes here. What is printed to stderr is kept in the record: hookline log shows it.
  console.error('${name}:', input.${field ?? 'hook_event_name'})
  return {}
`,
}

const olderLine = (field: string | undefined, older: string): string =>
  `  const ${field} = input.${field} ?? input.${older} ?? '' // ${older}: its name in older versions of ${usualAgent.title}.\n`

/** As a person writes it: single quotes, keys without. The texts are ours and hold no quote. */
function literal(reply: Reply, indent: string): string {
  const members = Object.entries(reply).map(([key, value]) => `${key}: ${JSON.stringify(value).replaceAll('"', "'")}`)
  if (members.length <= 1) return members.length === 0 ? '{}' : `{ ${members[0]} }`
  return `{\n${members.map((member) => `${indent}  ${member},\n`).join('')}${indent}}`
}

/** The type of an event's input as a person reads it in a template: its own fields, and the common ones by their names. */
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

/** Of the common fields those that hooks ask for; the schema names them all. */
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
