/** The template in Python 3, with its standard library alone. */
import { usualAgent } from '@hookline/core/agents'
import { forbidden, type Model, type Reply } from './model.ts'

export const python = (model: Model): string => `"""${model.name}, for ${model.event}: ${model.row.doc}

What it reads and may answer: hookline schema ${model.event} input (or reply)
"""
import json
import sys


def answer(event):
${bodies[model.kind](model)}

try:
    # Bytes, so that the locale of the machine has no say in the encoding.
    print(json.dumps(answer(json.loads(sys.stdin.buffer.read()))))
except Exception as error:
    print(f"${model.name}: {error!r}", file=sys.stderr)
    ${model.kind === 'refuses' ? 'sys.exit(2)  # A gate that cannot do its work refuses: 2 is a no.' : 'sys.exit(1)'}
`

const bodies: Readonly<Record<Model['kind'], (model: Model) => string>> = {
  refuses: ({
    field,
    older,
    usual,
    special = {},
  }) => `${older === undefined ? '' : olderLine(field, older)}    # Your rule goes here.
    if "${forbidden}" in ${older === undefined ? `event["${field}"]` : field}:
        return ${literal(special, '        ')}
    return ${literal(usual, '    ')}
`,
  'follows-up': ({
    special = {},
  }) => `    # Your rule goes here. This one asks for one more round, once, when the work was completed.
    if event["status"] == "completed" and not event.get("loop_count"):
        return ${literal(special, '        ')}
    return {}
`,
  tells: ({ usual }) => `    # Your rule goes here: ask the event, and return {} where there is nothing to say.
    return ${literal(usual, '    ')}
`,
  observes: ({
    name,
    field,
  }) => `    # Your work goes here. What is printed to stderr is kept in the record: hookline log shows it.
    print("${name}:", event["${field ?? 'hook_event_name'}"], file=sys.stderr)
    return {}
`,
}

const olderLine = (field: string | undefined, older: string): string =>
  `    ${field} = event["${field}"] if "${field}" in event else event["${older}"]  # Its name in older versions of ${usualAgent.title}.\n`

/** The texts are ours: plain ASCII, so JSON text is Python text. */
function literal(reply: Reply, indent: string): string {
  const value = (one: Reply[string]) => (typeof one === 'boolean' ? (one ? 'True' : 'False') : JSON.stringify(one))
  const members = Object.entries(reply).map(([key, one]) => `${JSON.stringify(key)}: ${value(one)}`)
  if (members.length <= 1) return `{${members.join('')}}`
  return `{\n${members.map((member) => `${indent}    ${member},\n`).join('')}${indent}}`
}
