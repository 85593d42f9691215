// Rule files: hookify's, and rules in hookline.json. They are read without an exception, and judge the same again.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { readHooks } from '../../../packages/core/dist/config/read-hooks.js'
import { editions } from '../../../packages/core/dist/editions.js'
import { convertHookify, entryOf, readHookify } from '../../../packages/core/dist/importers/hookify/index.js'
import { pattern } from '../../../packages/core/dist/testing/expressions.js'
import { json, mutated, text } from '../inputs.mjs'
import { requireSame, requires } from '../run-target.mjs'

const front = fc
  .record({
    name: fc.constantFrom('no-rm', 'a b', ''),
    event: fc.constantFrom('bash', 'file', 'prompt', 'stop', 'all', 'other'),
    action: fc.constantFrom('block', 'warn', 'none'),
    enabled: fc.constantFrom('true', 'false', 'yes'),
    pattern: fc.oneof(pattern, fc.string()),
  })
  .map(
    (fields) =>
      `---\n${Object.entries(fields)
        .map(([key, value]) => `${key}: ${value}`)
        .join('\n')}\n---\nDo not.\n`,
  )
const info = { source: 'user', own: true, file: '/h/hookline.json', cwd: '/h', trust: 'own' }
const reading = {
  edition: editions.hookline,
  hash: (value) => createHash('sha256').update(value).digest('hex'),
  system: 'linux',
}

export const rules = {
  name: 'rules',
  about: 'rule files',
  properties: {
    'a hookify file is read and converted without an exception, twice in the same way': {
      arbitrary: fc.oneof(text, front, mutated(front)),
      check: (content) => {
        const convert = () => {
          const { rule, notes } = readHookify('x.local.md', content)
          return [notes, rule === undefined ? undefined : convertHookify(rule)]
        }
        requireSame(convert)
      },
    },
    'what a hookify file becomes is read without an error': {
      arbitrary: front,
      check: (content) => {
        const { rule } = readHookify('x.local.md', content)
        if (rule === undefined) return
        for (const hook of convertHookify(rule).hooks) {
          const file = { version: 1, hooks: { [hook.event]: [entryOf(rule, hook)] } }
          const { problems } = readHooks(JSON.stringify(file), info, reading)
          requires(!problems.some(({ severity }) => severity === 'error'), JSON.stringify(problems))
        }
      },
    },
    'any value as a condition is read without an exception': {
      arbitrary: fc.record({ when: json, event: fc.constantFrom('beforeShellExecution', 'preToolUse', 'stop') }),
      check: ({ when, event }) => {
        const file = { version: 1, hooks: { [event]: [{ name: 'a', when, verdict: 'deny', says: 'no' }] } }
        readHooks(JSON.stringify(file), info, reading)
      },
    },
  },
}
