/** A hook with `input` is checked in the format of that agent, as a hook in the agent's own file is. */
import { expect, it } from 'vitest'
import { type Files, lintFiles } from '../testing/lint-files.ts'

const codesOf = async (event: string, entry: object, files: Files = {}) => {
  const text = JSON.stringify({ version: 1, hooks: { [event]: [entry] } })
  const found = await lintFiles({ '.hookline/hookline.json': text, ...files })
  return found.map(({ code }) => code).filter((code) => code !== 'unix-only')
}
const python = (...lines: readonly string[]): string =>
  ['#!/usr/bin/env python3', 'import json, sys', 'data = json.load(sys.stdin)', ...lines, ''].join('\n')

it.each([
  ['claude', 'preToolUse', 'Edit, Write'],
  ['claude', 'sessionStart', 'startup'],
  ['codex', 'sessionStart', 'resume'],
  ['gemini', 'preToolUse', 'run_shell_command'],
])('%s compares the matcher at %s with its own names', async (input, event, matcher) => {
  expect(await codesOf(event, { command: 'true', matcher, input })).toEqual([])
})

it.each([
  ['claude', 'preToolUse', 'mcp__memory', 'matcher-never-matches'],
  ['claude', 'beforeSubmitPrompt', 'x', 'matcher-ignored'],
  ['gemini', 'stop', 'x', 'matcher-ignored'],
])('%s has no use at %s for the matcher %s', async (input, event, matcher, code) => {
  expect(await codesOf(event, { command: 'true', matcher, input })).toEqual([code])
})

it('a script reads and answers in the words of its agent', async () => {
  const claude = python(
    'if data["tool_name"] == "Bash" and "rm -rf" in data["tool_input"]["command"]:',
    '    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse",',
    '        "permissionDecision": "deny", "permissionDecisionReason": "no"}}))',
  )
  const stop = python(
    'if not data.get("stop_hook_active"):',
    '    print(json.dumps({"decision": "block", "reason": "run the tests"}))',
  )
  const gemini = python(
    'if data["hook_event_name"] == "BeforeTool" and data["tool_name"] == "run_shell_command":',
    '    print(json.dumps({"decision": "deny", "reason": "no"}))',
  )
  const codes = (event: string, input: string, text: string) =>
    codesOf(event, { command: './x.py', input }, { 'x.py': text })
  expect(await codes('preToolUse', 'claude', claude)).toEqual([])
  expect(await codes('stop', 'claude', stop)).toEqual([])
  expect(await codes('preToolUse', 'gemini', gemini)).toEqual([])
  expect(await codes('preToolUse', 'claude', python('print(json.dumps({"permission": "deny"}))'))).toContain(
    'reply-ignored',
  )
})

it('at an event that its agent does not have, a hook is written in the usual format', async () => {
  const text = python(
    'if data["command"] == "ls":',
    '    print(json.dumps({"permission": "deny", "user_message": "no"}))',
  )
  const entry = { command: './x.py', matcher: 'ls -', input: 'claude' }
  expect(await codesOf('beforeShellExecution', entry, { 'x.py': text })).toEqual([])
})
