import type { Entry } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { protectionFindings } from './protection.ts'

const entry = (name: string, held?: Entry['held']): Entry =>
  ({ name, ...(held === undefined ? {} : { held }) }) as unknown as Entry
const held = { why: 'untrusted', detail: '' } as Entry['held']

test('hooks that an agent can change are a warning with the command that protects them', () => {
  expect(protectionFindings({ entries: [entry('shell-guard/commands')] })).toMatchObject([
    { state: 'warn', next: 'hookline add config-guard' },
  ])
})
test('protected hooks are OK, and nothing is reported if no hook runs', () => {
  const both = [entry('shell-guard/commands'), entry('config-guard/shell')]
  expect(protectionFindings({ entries: both })).toMatchObject([{ state: 'ok' }])
  expect(protectionFindings({ entries: [] })).toEqual([])
  expect(protectionFindings({ entries: [entry('config-guard/shell', held)] })).toEqual([])
})
