import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newMark, stableInput, userText } from './prompt-text.ts'

const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('$ARGUMENTS', "$& $' $`", '</input-1>', '\n'))
const text = fc.array(words, { maxLength: 5 }).map((parts) => parts.join(''))

test('the input stands whole at each $ARGUMENTS, else once at the end, and changes nothing around it', () => {
  fc.assert(
    fc.property(text, fc.jsonValue(), (prompt, value) => {
      const input = JSON.stringify(value)
      const mark = newMark(prompt, input)
      const times = Math.max(1, prompt.split('$ARGUMENTS').length - 1)
      const body = userText(prompt, input, mark).split('\n\n').slice(1).join('\n\n')
      const parts = body.split(`<${mark}>\n${input}\n</${mark}>`)
      expect(parts).toHaveLength(times + 1)
      expect(prompt.includes('$ARGUMENTS') ? parts.join('$ARGUMENTS') : parts.join('')).toBe(
        prompt.includes('$ARGUMENTS') ? prompt : `${prompt}\n\n`,
      )
    }),
  )
})
test('no mark comes twice, and none stands in what it is to stand around', () => {
  const marks = Array.from({ length: 1000 }, () => newMark('some text'))
  expect(new Set(marks).size).toBe(1000)
  expect(marks.every((mark) => /^input-[0-9a-f]{32}$/.test(mark))).toBe(true)
})
test('a verdict is remembered by the act, not by the conversation', () => {
  const input = (over: object) => JSON.stringify({ conversation_id: 'a', generation_id: 'b', command: 'ls', ...over })
  expect(stableInput(input({}))).toBe(stableInput(input({ conversation_id: 'x', generation_id: 'y' })))
  expect(stableInput(input({}))).not.toBe(stableInput(input({ command: 'rm' })))
})
