import type { Entry } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import { expect, it } from 'vitest'
import { agents } from '../agents.ts'
import { limitsOf } from './limits.ts'

/** Only what a limit depends on. */
const entry = (event: EventName, more: Partial<Entry>): Entry =>
  ({ event, type: 'command', label: 'hook', origin: { source: 'user', own: true }, ...more }) as Entry
const call = (source: Entry['origin']['source'], event: EventName): Entry =>
  entry(event, { command: 'hookline run --installed', origin: { source, own: false } })
const limitsFor = (name: string, hook: Entry, ...calls: readonly Entry[]) => {
  const agent = agents.find((one) => one.name === name)
  if (agent === undefined) throw new Error(`no agent ${name}`)
  return limitsOf(agent, [hook], [hook, ...calls]).map(({ says }) => says)
}
const pre = call('claude-user', 'preToolUse')
const redacting = entry('beforeReadFile', { pack: 'redact-secrets', type: 'module', rewrites: true })

it('are reported only for hooks that are known to rewrite', () => {
  const reads = call('project', 'beforeReadFile')
  expect(limitsFor('cursor', redacting, reads)).toEqual([
    'Cursor does not apply updated_content at beforeReadFile, so Hookline denies what hook would rewrite',
  ])
  expect(limitsFor('cursor', entry('beforeReadFile', {}), reads)).toEqual([])
  expect(limitsFor('cursor', { ...redacting, rewrites: false }, reads)).toEqual([])
})

it('are reported only for agents that call Hookline', () => {
  expect(limitsFor('claude', redacting)).toEqual([])
  expect(limitsFor('claude', redacting, pre)).toHaveLength(2)
  expect(limitsFor('claude', redacting, pre, call('claude-user', 'postToolUse'))).toHaveLength(1)
})

it('name the events without which a deny may not be enforced', () => {
  const start = entry('sessionStart', {})
  const [first] = limitsFor('claude', start, call('claude-user', 'sessionStart'))
  expect(first).toContain('does not call Hookline at UserPromptSubmit, PreToolUse: a deny of hook at sessionStart')
  expect(
    limitsFor('claude', start, call('claude-user', 'sessionStart'), pre, call('claude-user', 'beforeSubmitPrompt')),
  ).toEqual([])
})
