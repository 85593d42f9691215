import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatchers } from '../matchers/matcher.ts'
import { createRuleContext } from '../node/modules/rule-context.ts'
import { findRequiredLiterals } from '../regex/index.ts'
import type { JsonObject } from '../schema.ts'
import { createCandidates } from './candidates.ts'
import { createFacts, glance, holds, prepareCondition, type Selectors } from './evaluate.ts'
import { isAscii, readPython } from './python/index.ts'
import { type Condition, type FieldCondition, patternOf } from './rule.ts'

const matchers = createMatchers()
const rim = createRuleContext(matchers)

/** The reference: every condition by itself, each expression searched for in each value. */
function holdsAlone(
  condition: Condition,
  input: JsonObject,
  onLimit: (pattern: string) => void,
  unknown = true,
): boolean {
  if (condition.kind === 'shell') throw new Error('not part of this test')
  if (condition.kind === 'not') return !holdsAlone(condition.of, input, onLimit, !unknown)
  if (condition.kind !== 'field') {
    const isTrue = (one: Condition) => holdsAlone(one, input, onLimit, unknown)
    return condition.kind === 'all' ? condition.of.every(isTrue) : condition.of.some(isTrue)
  }
  const found = condition.fields.flatMap((field) => (typeof input[field] === 'string' ? [input[field]] : []))
  if (found.length === 0) return false
  const values = condition.join === undefined ? found : [found.join(condition.join)]
  const isFound = (text: string) => valueHolds(condition, text, onLimit, unknown)
  return condition.operator === 'not_contains' ? !values.some(isFound) : values.some(isFound)
}

function valueHolds(
  condition: FieldCondition,
  text: string,
  onLimit: (pattern: string) => void,
  unknown: boolean,
): boolean {
  const { operator, ignoreCase, python } = condition
  const [subject, value] = ignoreCase ? [text.toLowerCase(), condition.value.toLowerCase()] : [text, condition.value]
  if (operator === 'equals') return subject === value
  if (operator === 'contains' || operator === 'not_contains') return subject.includes(value)
  if (operator === 'starts_with') return subject.startsWith(value)
  if (operator === 'ends_with') return subject.endsWith(value)
  if (operator === 'regex_match' && python === undefined) return unknown
  let isLimited = false
  const limit = (pattern: string) => () => {
    isLimited = true
    onLimit(pattern)
  }
  const search = () => {
    if (python === undefined) {
      const pattern = patternOf(condition)
      return matchers.matches(pattern, [text], ignoreCase, limit(pattern))
    }
    return isAscii(text)
      ? matchers.matches(python.ascii, [text], true, limit(condition.value))
      : matchers.matchesUnicode(python.unicode, text, limit(condition.value))
  }
  const isFound = search()
  return isLimited ? unknown : isFound
}

const words = [
  'rm',
  '-rf',
  'git',
  'push',
  'PUSH',
  'Ab',
  'aab',
  'K',
  '\u212a',
  'ſ',
  'é',
  'É',
  '😀',
  'İ',
  '/',
  '.ts',
  '\n',
  'x',
]
const text = fc.array(fc.constantFrom(...words, ' '), { maxLength: 12 }).map((parts) => parts.join(''))
const escapePattern = (plain: string) => plain.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const literal = fc.constantFrom(...words).map(escapePattern)

/** Expressions of every engine: plain ones, linear ones, look-around, back-references, and some that are too large. */
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { weight: 6, arbitrary: literal },
    fc.constantFrom('\\s+', '.*', '\\b', '^', '$', '[pP]', '[a-z]', '\\w+', '[^/]', '.', '\\d', '(?=p)', '(?<!-)rf'),
    fc.constantFrom('(a+)+\\1$', '(?:a{200}){200}', 'a{2}', '(?:push){1,2}'),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(?:${inner})?`),
    tie('pattern').map((inner) => `(?:${inner})+`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  pattern: fc
    .array(tie('piece'), { minLength: 1, maxLength: 4, depthIdentifier: 'pattern' })
    .map((parts) => parts.join('')),
}))
const isValid = (one: string): boolean => {
  try {
    new RegExp(one)
    return true
  } catch {
    return false
  }
}
const validPattern = pattern.filter((one) => one.length < 200 && isValid(one))

const base = fc.record({
  fields: fc.constantFrom(['command'], ['cwd'], ['command', 'cwd'], ['absent']),
  ignoreCase: fc.boolean(),
  join: fc.constantFrom(undefined, ' '),
})
const leaf = fc
  .tuple(
    base,
    fc.oneof(
      fc.tuple(fc.constantFrom('equals', 'contains', 'not_contains', 'starts_with', 'ends_with'), text),
      fc.tuple(fc.constant('regex'), validPattern),
      fc.tuple(fc.constant('regex_match'), validPattern),
      fc.tuple(
        fc.constant('glob'),
        fc.constantFrom('*.ts', 'git/**/*.ts', '**/push/*', '[z-a]x', '{rm,git}*', 'x?.ts'),
      ),
    ),
  )
  .map(([{ join, ...rest }, [operator, value]]): Condition => {
    const read = operator === 'regex_match' ? readPython(value) : undefined
    const python = read?.kind === 'search' ? { python: { ascii: read.ascii, unicode: read.unicode } } : {}
    return {
      kind: 'field',
      ...rest,
      operator: operator as FieldCondition['operator'],
      value,
      ...(join === undefined ? {} : { join }),
      ...python,
    }
  })
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    { weight: 3, arbitrary: leaf },
    fc
      .tuple(
        fc.constantFrom('all' as const, 'any' as const),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, of]): Condition => ({ kind, of })),
    tie('condition').map((of): Condition => ({ kind: 'not', of })),
  ),
}))

test('many conditions on one input each have the answer and the notes that they have alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { minLength: 1, maxLength: 40 }),
      fc.record({ command: text, cwd: text }),
      async (conditions, input) => {
        await rim.prepare(conditions.map((when) => ({ when, says: {}, replace: [] })))
        const selectors: Selectors = new Map()
        const [glancing, holding] = [createFacts(input), createFacts(input)]
        for (const one of conditions) {
          const wanted = new Set<string>()
          const want = holdsAlone(one, input, (limited) => wanted.add(limited))
          const ready = prepareCondition(one, rim, selectors)
          const notes = new Set<string>()
          const held = holds(ready, { facts: holding, rim, onLimit: (limited) => notes.add(limited) })
          expect([held, ...notes]).toEqual([want, ...wanted])
          const seen = glance(ready, glancing)
          if (seen === 'holds' || seen === 'fails') expect([seen === 'holds']).toEqual([want, ...wanted])
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('a condition that is no candidate fails, and leaves no note', async () => {
  let skipped = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { minLength: 1, maxLength: 40 }),
      fc.record({ command: text, cwd: text }, { requiredKeys: [] }),
      async (conditions, input) => {
        await rim.prepare(conditions.map((when) => ({ when, says: {}, replace: [] })))
        const selectors: Selectors = new Map()
        const ready = conditions.map((one) => prepareCondition(one, rim, selectors))
        const candidates = createCandidates(ready)(createFacts(input))
        for (const [at, one] of conditions.entries()) {
          if (candidates[at] === 1) continue
          skipped++
          const notes = new Set<string>()
          expect([holdsAlone(one, input, (limited) => notes.add(limited)), ...notes]).toEqual([false])
        }
      },
    ),
    { numRuns: 400 },
  )
  expect(skipped).toBeGreaterThan(100)
})

/** The input of an event has lists, objects and numbers too, and a field may be any path in it. */
const deepInput = fc.record(
  {
    command: text,
    cwd: fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 })),
    edits: fc.array(fc.record({ path: text, lines: fc.array(text, { maxLength: 2 }) }, { requiredKeys: [] }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
)
const deepFields = fc.subarray(
  ['command', 'cwd', 'cwd.*', 'edits', 'edits.*', 'edits.*.path', 'edits.*.lines.*', 'edits.0.path', '*', 'absent'],
  { minLength: 1, maxLength: 3 },
)
const withDeepFields = (one: Condition, fields: readonly string[]): Condition =>
  one.kind === 'field'
    ? { ...one, fields }
    : one.kind === 'not'
      ? { ...one, of: withDeepFields(one.of, fields) }
      : one.kind === 'shell'
        ? one
        : { ...one, of: one.of.map((part) => withDeepFields(part, fields)) }

test('among many conditions on lists and objects, none is left out that holds by itself', async () => {
  let [skipped, holding] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(condition, deepFields).map(([one, fields]) => withDeepFields(one, fields)),
        { minLength: 1, maxLength: 40 },
      ),
      fc.array(deepInput, { minLength: 1, maxLength: 3 }),
      async (conditions, inputs) => {
        await rim.prepare(conditions.map((when) => ({ when, says: {}, replace: [] })))
        const selectors: Selectors = new Map()
        const ready = conditions.map((one) => prepareCondition(one, rim, selectors))
        const findCandidates = createCandidates(ready)
        // One after the other, as the events of an engine: nothing of one input may count for the next.
        for (const input of inputs) {
          const candidates = findCandidates(createFacts(input))
          for (const [at, one] of conditions.entries()) {
            const alone = prepareCondition(one, rim, new Map())
            const doesHold = holds(alone, { facts: createFacts(input), rim, onLimit: () => {} })
            if (doesHold) holding++
            if (candidates[at] === 1) continue
            skipped++
            expect(doesHold).toBe(false)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(skipped, holding)).toBeGreaterThan(100)
})

test('an absent condition is a candidate', () => {
  expect([...createCandidates([undefined])(createFacts({}))]).toEqual([1])
})

test('an expression whose literals are tested first is found where V8 finds it', async () => {
  await fc.assert(
    fc.asyncProperty(validPattern, text, fc.boolean(), async (one, subject, ignoreCase) => {
      const flags = ignoreCase ? 'i' : ''
      if (findRequiredLiterals(one, flags) === undefined) return
      await matchers.prepare([one])
      expect(matchers.matches(one, [subject], ignoreCase)).toBe(new RegExp(one, flags).test(subject))
    }),
    { numRuns: 1000 },
  )
})

test('every match of an expression contains one of its literals', () => {
  fc.assert(
    fc.property(validPattern, text, fc.boolean(), (one, subject, ignoreCase) => {
      const literals = findRequiredLiterals(one, ignoreCase ? 'i' : '')?.literals
      const match = new RegExp(one, ignoreCase ? 'i' : '').exec(subject)
      if (literals === undefined || match === null) return
      const matched = ignoreCase ? match[0].toLowerCase() : match[0]
      expect(literals.some((need) => matched.includes(ignoreCase ? need.toLowerCase() : need))).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['rm\\s+-rf', ['-rf']],
  ['\\bgit\\s+push\\b.*--force', ['--force']],
  ['(?:curl|wget).*\\|\\s*(?:ba)?sh', ['curl', 'wget']],
  ['[Rr]m', ['Rm', 'rm']],
  ['a+b*', undefined],
  ['(?:abc)?', undefined],
  ['(?:abc)+x', ['abc']],
])('the literals of %s are %j', (one, want) => {
  expect(findRequiredLiterals(one, '')?.literals).toEqual(want)
})

test('an expression that may reach a limit has no literals, so that its limit is noticed', () => {
  expect(findRequiredLiterals('(push)\\1', '')).toBeUndefined()
  expect(findRequiredLiterals('(?:push{200}){200}', '')).toBeUndefined()
})
