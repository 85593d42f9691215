/** The template in Python 3, which needs only the standard library. */
import { usualAgent } from '@hookline/core/agents'
import { forbidden, type Model, type Reply } from './model.ts'

export const python = (model: Model): string => `"""${model.name}, for ${model.event}: ${model.row.doc}

Its input and reply: hookline schema ${model.event} input (or reply)
"""
import json
import sys


def answer(event):
${bodies[model.kind](model)}

try:
    # Read bytes, so that the locale of the machine does not change the encoding.
    print(json.dumps(answer(json.loads(sys.stdin.buffer.read()))))
except Exception as error:
    print(f"${model.name}: {error!r}", file=sys.stderr)
    ${model.kind === 'refuses' ? 'sys.exit(2)  # If this hook fails, it denies: exit code 2 means deny.' : 'sys.exit(1)'}
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
  }) => `    # Your rule goes here. This one asks once for another round when the work is complete.
    if event["status"] == "completed" and not event.get("loop_count"):
        return ${literal(special, '        ')}
    return {}
`,
  informs: ({ usual }) => `    # Your rule goes here. Read the event, and return {} if you have nothing to add.
    return ${literal(usual, '    ')}
`,
  observes: ({ name, field }) => `    # Your code goes here. hookline log shows what it prints on stderr.
    print("${name}:", event["${field ?? 'hook_event_name'}"], file=sys.stderr)
    return {}
`,
}

const olderLine = (field: string | undefined, older: string): string =>
  `    ${field} = event["${field}"] if "${field}" in event else event["${older}"]  # The name of the field in older versions of ${usualAgent.title}.\n`

/** The replies of the templates are plain ASCII, so JSON text is also Python text. */
function literal(reply: Reply, indent: string): string {
  const value = (one: Reply[string]) => (typeof one === 'boolean' ? (one ? 'True' : 'False') : JSON.stringify(one))
  const members = Object.entries(reply).map(([key, one]) => `${JSON.stringify(key)}: ${value(one)}`)
  if (members.length <= 1) return `{${members.join('')}}`
  return `{\n${members.map((member) => `${indent}    ${member},\n`).join('')}${indent}}`
}
