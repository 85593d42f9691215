// Matchers (F4): every pattern has an answer with bounded work, the same as V8's where V8 can be asked safely.
import fc from 'fast-check'
import { createMatchers, invalidPattern } from '../../../packages/core/dist/matchers/matcher.js'
import { pattern, subject } from '../../../packages/core/dist/testing/expressions.js'
import { text } from '../inputs.mjs'
import { requires } from '../run-target.mjs'

/** `{,2}` and inline flags mean something else in Python, whose expressions these are. */
const forJavaScript = pattern.filter((one) => !/\{,|\(\?[smx]:|\\Z/.test(one))

async function matches(one, value, ignoreCase) {
  const matchers = createMatchers()
  await matchers.prepare([one])
  let isLimited = false
  const found = matchers.matches(one, [value], ignoreCase, () => {
    isLimited = true
  })
  return { found, isLimited }
}

export const matchers = {
  name: 'matchers',
  about: 'regular expressions of matchers',
  properties: {
    'any text as a pattern gives an answer': {
      arbitrary: fc.record({ one: fc.oneof(text, pattern), value: fc.oneof(text, subject), ignoreCase: fc.boolean() }),
      check: async ({ one, value, ignoreCase }) => {
        const { found } = await matches(one, value, ignoreCase)
        requires(typeof found === 'boolean', 'no answer')
        invalidPattern(one)
      },
    },
    'the answer is that of JavaScript, or a match because the work was limited': {
      arbitrary: fc.record({ one: forJavaScript, value: subject, ignoreCase: fc.boolean() }),
      check: async ({ one, value, ignoreCase }) => {
        if (value.length > 24 || one.length > 60) return
        const { found, isLimited } = await matches(one, value, ignoreCase)
        const expected = new RegExp(one, ignoreCase ? 'i' : '').test(value)
        requires(found === expected || (isLimited && found), `${found}, JavaScript says ${expected}`)
      },
    },
    'repetitions inside repetitions end': {
      arbitrary: fc.record({
        inner: fc.constantFrom('a+', 'a*', '(a|a)', '(a|ab)', '\\w+', '.*', '(?=a)a+', '(a)\\1'),
        deep: fc.integer({ min: 1, max: 5 }),
        length: fc.integer({ min: 1, max: 5_000 }),
      }),
      check: async ({ inner, deep, length }) => {
        const one = `^${'('.repeat(deep)}${inner}${')+'.repeat(deep)}$`
        const { found } = await matches(one, `${'a'.repeat(length)}!`, false)
        requires(typeof found === 'boolean', 'no answer')
      },
    },
  },
}
