import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDenial, hasExactDenial, noiseDenies } from './find-denial.ts'

describe('the exact form is found', () => {
  test.each([
    '{"permission": "deny", "user_message": "no "git" here"}',
    'log {\'x\'} "decision" : "block"',
    '"permissionDecision":"deny"',
    '{"continue":false,',
    '"ok" : false',
  ])('in %s', (text) => {
    expect(hasExactDenial(text)).toBe(true)
    expect(findDenial(text)).toBeDefined()
  })
  test.each(['permission deny', '"permission":"allow"', '"continue":true', '"deny"'])('not in %s', (text) => {
    expect(hasExactDenial(text)).toBe(false)
    expect(findDenial(text)).toBeUndefined()
  })
})

/** As Python prints a value. */
function repr(value: unknown): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
    return quote + value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n') + quote
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${repr(key)}: ${repr(item)}`)
    .join(', ')}}`
}

const notations: readonly [string, (value: unknown) => string][] = [
  ['JSON', (value) => JSON.stringify(value)],
  ['indented JSON with a trailing comma', (value) => JSON.stringify(value, null, 2).replace(/\n\}$/, ',\n}')],
  ['JSON in a string', (value) => JSON.stringify(JSON.stringify(value))],
  ["Python's repr", repr],
  ["console.log's", (value) => inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null })],
  ["console.log's with colours", (value) => inspect(value, { depth: null, colors: true })],
  ["console.log's over lines", (value) => inspect(value, { depth: null, breakLength: 20, compact: false })],
]

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "say {'permission': 'deny'}",
    "it's",
    '“no”',
    '{permission: deny}',
    'permission: deny',
    '{',
    "'",
    '//',
    '/*',
    '#',
  ),
)
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const name = fc
  .stringMatching(/^[a-z]{3,8}$/)
  .filter((key) => !['decision', 'continue', 'permission', 'env'].includes(key))
const fields = fc.dictionary(
  name,
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(name, leaf, { maxKeys: 3 })),
)
const no = fc.constantFrom(
  { permission: 'deny' },
  { decision: 'block' },
  { continue: false },
  { ok: false },
  { hookSpecificOutput: { permissionDecision: 'deny' } },
)

describe.each(notations)('in the notation %s', (_name, print) => {
  test('a denial is found between any other fields', () => {
    fc.assert(
      fc.property(fields, no, fields, (before, denial, after) => {
        expect(findDenial(print({ ...before, ...denial, ...after }))).toBeDefined()
      }),
      { numRuns: 300 },
    )
  })
})

test.each(notations.filter(([name]) => !name.startsWith('JSON') && !name.startsWith('indented')))(
  'in the notation %s, a denial that an allow quotes or passes on does not count',
  (_name, print) => {
    const passedOn = fc.constantFrom('updated_input', 'env', 'updatedInput')
    fc.assert(
      fc.property(fields, passedOn, no, (others, key, inner) => {
        const printed = print({
          ...others,
          permission: 'allow',
          user_message: "use {'permission': 'deny'}",
          [key]: inner,
        })
        expect(findDenial(printed)).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  },
)

test('a denial in the exact form is found in any text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(findDenial(`${before}{"permission": "deny"}${after}`)).toBeDefined()
    }),
    { numRuns: 1000 },
  )
})

/** A quadratic reader needs minutes for this length, a linear one milliseconds. */
const LONG = 2 ** 17

test('any long text is searched in linear time', () => {
  const hostile = [
    '{',
    '[',
    '(',
    '{"',
    "{'",
    '{“',
    '{a:',
    'ok:',
    'ok/*',
    'ok//\n',
    '"ok" ',
    '\\',
    '\\"',
    '\n ',
    '\u001b[',
    '\u001b]',
  ]
  hostile.push('permission: ', '{/*', '{#', "['", '{"a":"b",', "'+", '{a b ', 'Map(', '&quot;', '"\\"', '{\n', '{“a”:')
  hostile.push(
    ':',
    '::',
    'a::',
    'ok: a.',
    '["a"]',
    '[a]\n',
    '[a:',
    'string(4) "',
    '<ok ',
    ' ok:',
    '{a:b ',
    ':ok ',
    '(ok . ',
  )
  for (const piece of hostile) {
    const full = piece.repeat(Math.floor(LONG / piece.length))
    const started = performance.now()
    findDenial(full)
    findDenial(`"${full}"`)
    noiseDenies(full)
    expect(performance.now() - started, piece).toBeLessThan(20_000)
  }
})
