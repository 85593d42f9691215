import { expect, test } from 'vitest'
import { describePause, describeRollbackChange, toMarkers } from './labels.ts'

const pause = { hookId: 0n, scriptName: '', until: '2026-01-01T14:05:00.000Z', author: 'ana', reason: 'it denies all' }

test('a pause says what, until when, by whom and why', () => {
  const now = new Date('2026-01-01T13:00:00.000Z')
  expect(describePause(pause, now)).toMatch(/^All hooks are paused until .*\d\d:05.* by ana: it denies all$/)
  expect(describePause({ ...pause, hookId: 3n, scriptName: 'guard.sh' }, now)).toMatch(/^guard\.sh is paused/)
  expect(describePause({ ...pause, hookId: 3n }, now)).toMatch(/^Hook 3 is paused/)
})

test('each change of a rollback has a sentence', () => {
  const kinds = ['added', 'changed', 'removed', 'switched'].map((kind) =>
    describeRollbackChange({ kind, isActive: true }),
  )
  expect(new Set(kinds).size).toBe(4)
  expect(describeRollbackChange({ kind: 'switched', isActive: false })).toBe('is switched off')
})

test('a revision is a marker with its note', () => {
  const at = '2026-01-01T14:00:00.000Z'
  expect(toMarkers([{ revision: 7n, publishedAt: at, author: 'ana', note: 'bad' }])).toEqual([
    { at, label: 'r7', detail: 'revision 7 by ana: bad' },
  ])
})
