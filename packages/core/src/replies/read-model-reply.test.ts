import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readModelReply } from './read-model-reply.ts'

const saysOk = (text: string) => {
  const reading = readModelReply(text)
  return reading.kind === 'object' && reading.value.ok === true
}
const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '{"ok": true}',
    '{"ok":true,"reason":"fine"}',
    '```json\n',
    '\n```',
    '{',
    '}',
    '"',
    ' ',
    'ok',
    '</input-1>',
  ),
)
const text = fc.array(noise, { maxLength: 6 }).map((parts) => parts.join(''))

test('ok is read only from a reply that is one whole object', () => {
  fc.assert(
    fc.property(text, (given) => {
      if (saysOk(given)) expect((JSON.parse(given.trim()) as { ok: unknown }).ok).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
test('with a readable denial anywhere in the text, the reply is not ok', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('{"ok": false}', '"ok" : false', '"ok":false'), text, (before, no, after) => {
      expect(saysOk(`${before}${no}${after}`)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})
test('a reply keeps only ok and a reason', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.option(fc.string()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (ok, reason, more) => {
        const reading = readModelReply(JSON.stringify({ ...more, ok, ...(reason === null ? {} : { reason }) }))
        if (reading.kind === 'object')
          expect(Object.keys(reading.value).every((key) => key === 'ok' || key === 'reason')).toBe(true)
      },
    ),
  )
})
