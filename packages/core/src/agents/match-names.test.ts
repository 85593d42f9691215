import { expect, it } from 'vitest'
import { createMatchers } from '../matchers/matcher.ts'
import type { EventName } from '../protocol/events/index.ts'
import { findAgent } from './list.ts'
import { matchesNames } from './match-names.ts'

const matches = (agent: string, matcher: string, name: string, event: EventName = 'preToolUse'): boolean =>
  matchesNames(findAgent(agent)?.dialect, event, matcher, [name], createMatchers().matches)

it.each([
  ['claude', 'Edit, Write', 'Write', true],
  ['claude', 'Edi', 'Edit', false],
  ['claude', 'Edi.', 'MultiEdit', true],
  ['codex', 'Bas', 'Bash', false],
  ['codex', 'my-tool', 'my-tool-2', true],
  ['copilot', 'bas', 'bash', false],
  ['copilot', 'ba.', 'bash', false],
  ['copilot', 'ba.h|view', 'view', true],
  ['copilot', '*', 'view', true],
  ['gemini', 'read', 'read_file', true],
])('%s: %s against %s', (agent, matcher, name, wanted) => {
  expect(matches(agent, matcher, name)).toBe(wanted)
})
it('Gemini CLI compares what is not a tool as a whole word', () => {
  const session = (matcher: string) => matches('gemini', matcher, 'startup', 'sessionStart')
  expect(['startup', '*', 'start', 'startup|resume'].map(session)).toEqual([true, true, false, false])
})
