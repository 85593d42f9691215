import type { Entry } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { sandboxFinding } from './system.ts'

const base: Entry = {
  ...{
    id: 'user/stop/1',
    event: 'stop',
    type: 'command',
    label: 'guard',
    command: 'guard',
    timeoutMs: 1,
    loopLimit: null,
  },
  ...{ monitor: false, dialect: 'cursor', cwd: '/', origin: { source: 'user', own: true }, trust: 'own', extra: {} },
}

test('doctor says what puts hooks into a sandbox here, for each level', () => {
  const { state, says } = sandboxFinding([base])
  expect(state).toBe('ok')
  for (const level of ['read-only', 'no-network', 'strict']) expect(says).toContain(level)
})

test('doctor fails if a hook does not run because its sandbox is missing', () => {
  const closed = { ...base, sandbox: 'strict', unrunnable: { code: 'sandbox', message: 'no' } } as const
  expect(sandboxFinding([base, closed])).toMatchObject({
    state: 'fail',
    says: expect.stringContaining('1 hook needs a sandbox and does not run.'),
  })
})
