import type { Dialect } from '@hookline/core'
import { dialects, hostNames } from '@hookline/core/dialects'
import { expect, it } from 'vitest'
import { findSender } from './sender.ts'

const others = () => hostNames.flatMap((name) => dialects[name] ?? [])
const { cursor, claude } = dialects as Readonly<Record<string, Dialect>>
const ofCursor = { hook_event_name: 'preToolUse', cursor_version: '3.1', tool_name: 'Shell', tool_input: {} }
const ofClaude = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {}, session_id: 's' }
const certainlyClaude = { ...ofClaude, transcript_path: '/home/me/.claude/projects/x/1.jsonl' }

const senderOf = (payload: object, host?: Dialect, installed = false) => {
  const found = findSender({ ...payload }, { ...(host === undefined ? {} : { host }), others, installed })
  return 'host' in found ? found.host.name : found.unknown
}

it('the flag decides where the payload could be of several agents', () => {
  expect(senderOf(ofClaude, claude)).toBe('claude')
})
it('without the flag, a certain payload shows its agent', () => {
  expect(senderOf(ofCursor)).toBe('cursor')
  expect(senderOf(certainlyClaude)).toBe('claude')
})
it('without the flag, a payload of several agents is not guessed', () => {
  expect(senderOf(ofClaude)).toContain('add --host')
})
it('a payload of another agent than the flag says is refused', () => {
  expect(senderOf(ofCursor, claude)).toBe('it is a payload of Cursor, not of Claude Code')
  expect(senderOf(certainlyClaude, cursor)).toBe('it is a payload of Claude Code, not of Cursor')
})
it('an installed call answers the agent that reads the same settings', () => {
  expect(senderOf(ofCursor, claude, true)).toBe('cursor')
  expect(senderOf(certainlyClaude, cursor, true)).toBe('claude')
  expect(senderOf(ofClaude, claude, true)).toBe('claude')
})
