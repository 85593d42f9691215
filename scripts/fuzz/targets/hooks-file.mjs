// hooks.json and hookline.json (F1): damage is reported, and never removes a hook without a problem.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { readHooks } from '../../../packages/core/dist/config/read-hooks.js'
import { editions } from '../../../packages/core/dist/editions.js'
import { eventNames } from '../../../packages/core/dist/protocol/events/index.js'
import { json, mutated, text } from '../inputs.mjs'
import { requireSame, requires } from '../run-target.mjs'

const info = (own) => ({
  ...{ source: 'user', own, file: own ? '/h/hookline.json' : '/h/hooks.json', cwd: '/h', trust: 'own' },
})
const reading = (by) => ({
  edition: by,
  hash: (value) => createHash('sha256').update(value).digest('hex'),
  system: 'linux',
})
const edition = fc.constantFrom(...Object.values(editions))
const where = { own: fc.boolean(), by: edition }

const entry = fc.record(
  {
    command: fc.constantFrom('./guard.sh', 'node x.js', 'echo'),
    matcher: fc.constantFrom('^rm', 'git (push|commit)', '*'),
    timeout: fc.integer({ min: 1, max: 60 }),
    failClosed: fc.boolean(),
  },
  { requiredKeys: ['command'] },
)
const file = fc
  .dictionary(fc.constantFrom(...eventNames), fc.array(entry, { maxLength: 3 }))
  .map((hooks) => ({ version: 1, hooks }))
const asText = fc.tuple(file, fc.constantFrom(0, 2)).map(([value, indent]) => JSON.stringify(value, null, indent))
const comment = fc.constantFrom('', ' // a comment with "quotes" and { brackets', ' /* { "hooks": { */', '\t/**/')
const load = (content, { own, by }) => readHooks(content, info(own), reading(by))
const shape = ({ entries }) =>
  JSON.stringify(entries.map(({ event, command, matcher, failClosed }) => [event, command, matcher, failClosed]))

export const hooksFile = {
  name: 'hooks-file',
  about: 'hooks.json and hookline.json',
  properties: {
    'any text is read without an exception, twice in the same way': {
      arbitrary: fc.record({
        content: fc.oneof(
          text,
          mutated(asText),
          json.map((value) => JSON.stringify(value)),
        ),
        ...where,
      }),
      check: ({ content, ...rest }) => requireSame(() => load(content, rest)),
    },
    'a file that is cut before its end is a problem': {
      arbitrary: fc.record({ content: asText, at: fc.nat(), ...where }),
      check: ({ content, at, ...rest }) => {
        const part = content.slice(0, at % content.length)
        if (part.trim() === '') return
        requires(load(part, rest).problems.length > 0, 'no problem')
      },
    },
    'a damaged file has the hooks of the whole one, or a problem, or is valid as it is': {
      arbitrary: fc.record({ content: asText, position: fc.nat(), ...where }),
      check: ({ content, position, ...rest }) => {
        const at = position % content.length
        const without = content.slice(0, at) + content.slice(at + 1)
        if (isJson(without)) return
        requires(load(without, rest).problems.length > 0, 'no problem')
      },
    },
    'white space and comments do not change the hooks': {
      arbitrary: fc.record({ file, comment, ...where }),
      check: ({ file: value, comment: between, ...rest }) => {
        const compact = load(JSON.stringify(value), rest)
        // Within strings there is no end of line.
        const spaced = load(JSON.stringify(value, null, 3).replaceAll('\n', `${between}\r\n`), rest)
        requires(shape(compact) === shape(spaced), 'other hooks')
      },
    },
  },
}

function isJson(content) {
  try {
    JSON.parse(content)
    return true
  } catch {
    return false
  }
}
