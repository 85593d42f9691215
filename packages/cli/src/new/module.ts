/** The template for a module: a hook that Hookline keeps loaded, without a process of its own. */
import { forbidden, type Model, type Reply } from './model.ts'

export function moduleText(model: Model): string {
  const { name, event, row } = model
  return `// ${name}, for ${event}: ${row.doc}
// Its input and reply: hookline schema ${event} input (or reply)
import { defineHook } from '@hookline/core/sdk'

export default defineHook('${event}', (input) => {
${bodies[model.kind](model)}})
`
}

const bodies: Readonly<Record<Model['kind'], (model: Model) => string>> = {
  refuses: ({ field, special = {} }) => `  // Your rule goes here. Without a reply the hook has no opinion.
  if (/\\b${forbidden}\\b/.test(input.${field})) {
    return ${literal(special)}
  }
  return undefined
`,
  'follows-up': ({
    special = {},
  }) => `  // Your rule goes here. This one asks once for another round when the work is complete.
  if (input.status === 'completed' && input.loop_count === 0) {
    return ${literal(special)}
  }
  return undefined
`,
  informs: ({ usual }) => `  // Your text goes here.
  return ${literal(usual, '  ')}
`,
  observes: () => `  // What the module prints is recorded. It cannot reply to this event.
  console.error(\`saw \${input.hook_event_name}\`)
  return undefined
`,
}

const literal = (reply: Reply, indent = '    '): string =>
  JSON.stringify(reply, null, 2).replaceAll('\n', `\n${indent}`)
