import { findAgent } from '@hookline/core/agents'
import { readHooks, sourceSetup } from '@hookline/core/node'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../agents.ts'
import { convertHooks } from './convert.ts'

const { reading } = sourceSetup()
const info = { source: 'project', trust: 'own', cwd: '/', own: true, file: 'hookline.json' } as const

/** The hook in the agent's own format, exported to it. */
function exported(name: string, event: string, entry: object) {
  const agent = findAgent(name) as Agent // It has a folder.
  const own = agent.usual === true ? {} : { input: name }
  const text = JSON.stringify({ version: 1, hooks: { [event]: [{ command: './a.sh', ...own, ...entry }] } })
  return convertHooks(agent, readHooks(text, info, reading).entries)
}
const lossesOf = (...given: Parameters<typeof exported>) =>
  exported(...given).losses.map(({ message, weakens }) => `${weakens ? 'weaker: ' : ''}${message}`)

describe('a guard that fails closed', () => {
  it.each(['codex', 'copilot', 'factory', 'gemini', 'qwen', 'windsurf'])('is weaker in %s', (name) => {
    expect(lossesOf(name, 'preToolUse', { failClosed: true })).toEqual([
      expect.stringMatching(/^weaker: .* goes on if the hook fails or takes too long$/),
    ])
    expect(lossesOf(name, 'preToolUse', {})).toEqual([])
  })
  it.each(['claude', 'cursor'])('is kept by %s', (name) => {
    expect(lossesOf(name, 'preToolUse', { failClosed: true })).toEqual([])
  })
})

it.each(['codex', 'copilot', 'factory', 'gemini', 'windsurf'])('%s asks no model', (name) => {
  const { hooks, losses } = exported(name, 'preToolUse', { type: 'prompt', prompt: 'ok?', command: undefined })
  expect(hooks).toEqual([])
  expect(losses).toMatchObject([{ weakens: true, message: expect.stringContaining('asks no model') }])
})
it.each(['codex', 'copilot', 'cursor', 'factory', 'gemini', 'qwen', 'windsurf'])('%s has no args', (name) => {
  const { hooks, losses } = exported(name, 'preToolUse', { args: ['a'] })
  expect(hooks).toEqual([])
  expect(losses).toMatchObject([{ weakens: true, message: expect.stringContaining('has no `args`') }])
})
it('an event that the agent only observes is named, and its guard is weaker', () => {
  expect(lossesOf('claude', 'subagentStart', {})).toEqual([
    'weaker: Claude Code ignores what a hook denies at SubagentStart',
  ])
  expect(lossesOf('claude', 'sessionStart', {})).toEqual(['Claude Code ignores what a hook denies at SessionStart'])
  expect(lossesOf('claude', 'sessionStart', { failClosed: true })).toContain(
    'weaker: Claude Code ignores what a hook denies at SessionStart',
  )
})
it('a hook for all tools stands at every event about a tool, and a matcher chooses among them', () => {
  const eventsOf = (entry: object) => exported('windsurf', 'preToolUse', entry).hooks.map(({ event }) => event)
  expect(eventsOf({})).toEqual(['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use'])
  expect(eventsOf({ matcher: '_code$' })).toEqual(['pre_read_code', 'pre_write_code'])
  expect(lossesOf('windsurf', 'preToolUse', { matcher: 'no such tool' })).toEqual([
    'weaker: Windsurf has no event for preToolUse',
  ])
})
it('a matcher that the expressions of Codex do not have is a weaker guard there', () => {
  for (const matcher of ['^(?!Read$).*', '(?<=a)b', '(a)\\1'])
    expect(lossesOf('codex', 'preToolUse', { matcher })).toEqual([
      expect.stringMatching(/^weaker: Codex never runs it/),
    ])
  expect(lossesOf('codex', 'preToolUse', { matcher: '^(?:Bash|apply_patch)$' })).toEqual([])
})
it('Windsurf gets an action alone, and a timeout is named', () => {
  const { hooks } = exported('windsurf', 'preToolUse', { matcher: 'run_command', timeout: 5 })
  expect(hooks.map(({ written }) => written)).toEqual([{ command: './a.sh' }])
  expect(lossesOf('windsurf', 'preToolUse', { timeout: 5 })).toEqual([expect.stringContaining('has no `timeout`')])
})
it('a hook that was imported from an event in camelCase goes back to it, because its payload has other fields', () => {
  const eventsOf = (name: string) => exported('copilot', 'preToolUse', { name }).hooks.map(({ event }) => event)
  expect(eventsOf('copilot-preToolUse-1')).toEqual(['preToolUse'])
  expect(eventsOf('copilot-PreToolUse-1')).toEqual(['PreToolUse'])
  expect(eventsOf('copilot-sessionStart-1')).toEqual(['PreToolUse'])
  expect(eventsOf('mine')).toEqual(['PreToolUse'])
})
it('a sandbox and an ignored matcher are named', () => {
  expect(lossesOf('claude', 'preToolUse', { sandbox: 'strict' })).toEqual([
    'Claude Code has no `sandbox`: the hook would run without one',
  ])
  expect(lossesOf('gemini', 'beforeSubmitPrompt', { matcher: 'x' })).toEqual([
    'Gemini CLI ignores matchers here, so the hook would run each time',
  ])
})
it('a hook that decides nothing is no guard', () => {
  const message = 'Gemini CLI has no `args`; write them in `command` to export the hook'
  expect(lossesOf('gemini', 'preToolUse', { mode: 'monitor', args: ['a'] })).toEqual([message])
  const { hooks, losses } = exported('claude', 'preToolUse', { mode: 'monitor' })
  expect(hooks.map(({ written }) => written.hooks)).toEqual([[expect.objectContaining({ async: true })]])
  expect(losses).toEqual([])
})
it.each([
  ['off', { enabled: false }],
  ['broken', { matcher: '(' }],
  ['without a command', { command: 7 }],
])('a hook that is %s does not run in the agent either', (_, entry) => {
  const { hooks, losses } = exported('claude', 'preToolUse', entry)
  expect(hooks).toEqual([])
  expect(losses).toMatchObject([{ weakens: false, message: expect.stringContaining('it does not run here either') }])
})
