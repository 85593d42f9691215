import { expect, test } from 'vitest'
import { exportPath, parseFilter, resolveTimes, toRequest, withValue } from './filter.ts'

test('an address is read as text, and everything else in it is ignored', () => {
  expect(parseFilter({ hook: 7, event: 'stop', rule: '', device: { a: 1 }, agent: ['x'], other: 'y' })).toEqual({
    hook: '7',
    event: 'stop',
  })
})

test('a period becomes the time when it begins', () => {
  const now = Date.parse('2026-02-01T00:00:00Z')
  expect(resolveTimes({ since: '1d', event: 'stop' }, now)).toEqual({ event: 'stop', from: '2026-01-31T00:00:00.000Z' })
  expect(resolveTimes({ since: 'ever', to: '2026-01-01' }, now)).toEqual({ to: '2026-01-01' })
})

test('a hook that is not a number is refused by the server and not ignored', () => {
  expect([toRequest({}).hookId, toRequest({ hook: '12' }).hookId, toRequest({ hook: 'x' }).hookId]).toEqual([
    0n,
    12n,
    -1n,
  ])
})

test('the address of an export has the same filter, encoded', () => {
  expect(exportPath('hl_a', { event: 'a&b=c', rule: 'p/r' }, 'csv')).toBe(
    '/export/hl_a/decisions.csv?event=a%26b%3Dc&rule=p%2Fr',
  )
  expect(exportPath('hl_a', {}, 'jsonl')).toBe('/export/hl_a/decisions.jsonl')
})

test('an empty value removes a part of the filter', () => {
  expect(withValue({ event: 'stop', hook: '1' }, { event: '', rule: 'p/r' })).toEqual({ hook: '1', rule: 'p/r' })
})
