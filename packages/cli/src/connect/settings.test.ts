import type { EventName } from '@hookline/core/protocol'
import { expect, it } from 'vitest'
import { agents } from '../agents.ts'
import { missingEvents } from './settings.ts'

const wanted = (event: EventName, rewrites = false) => [{ event, rewrites, timeoutMs: 0, own: true }]
const agentOf = (name: string) => {
  const found = agents.find((agent) => agent.name === name)
  if (found === undefined) throw new Error(`no agent ${name}`)
  return found
}

it.each([
  ['claude', 'beforeReadFile', false, ['PreToolUse']],
  ['claude', 'beforeReadFile', true, ['PreToolUse', 'PostToolUse']],
  ['claude', 'preToolUse', true, ['PreToolUse']],
  ['claude', 'subagentStart', false, ['SubagentStart', 'PreToolUse']],
  ['claude', 'sessionStart', false, ['SessionStart', 'UserPromptSubmit', 'PreToolUse']],
  ['claude', 'beforeTabFileRead', true, []],
  ['cursor', 'beforeReadFile', true, ['beforeReadFile']],
  ['cursor', 'sessionStart', false, ['sessionStart', 'beforeSubmitPrompt', 'preToolUse']],
] as const)('%s is connected for %s (rewriting: %s) at %j', (agent, event, rewrites, events) => {
  expect(missingEvents(agentOf(agent), wanted(event, rewrites), [])).toEqual(events)
})
