import type { EventName, JsonObject } from '@hookline/core/protocol'
import { expect, test } from 'vitest'
import { buildInput, meaningless, subjectOf } from './input.ts'

const place = { root: '/w', contentOf: (path: string) => (path === 'a.env' ? 'KEY=1' : undefined) }
const build = (event: EventName, written: JsonObject) => buildInput(event, written, place)

test('the event’s sample is what the case says nothing about', () =>
  expect(build('beforeShellExecution', { command: 'ls' })).toEqual({ command: 'ls', cwd: '/w', sandbox: false }))

test('null removes a field', () =>
  expect(build('beforeShellExecution', { sandbox: null })).not.toHaveProperty('sandbox'))

test('a command is a call of the shell where the event is about tools', () =>
  expect(build('preToolUse', { command: 'ls' })).toMatchObject({
    tool_name: 'Shell',
    tool_input: { command: 'ls', working_directory: '/w' },
  }))

test('a file is a path below the workspace, with its content where the event carries it', () => {
  expect(build('beforeReadFile', { file: 'a.env' })).toMatchObject({ file_path: '/w/a.env', content: 'KEY=1' })
  expect(build('beforeReadFile', { file: 'a.env', content: 'other' })).toMatchObject({ content: 'other' })
  expect(build('afterFileEdit', { file_path: 'b.ts' })).toMatchObject({ file_path: '/w/b.ts' })
})

test('a file and a tool make a call', () => {
  expect(build('preToolUse', { file: 'a', tool: 'Write' })).toMatchObject({
    tool_name: 'Write',
    tool_input: { file_path: '/w/a' },
  })
  expect(build('preToolUse', { file: 'a' })).toMatchObject({ tool_name: 'Read' })
})

test('<root> is the scratch workspace wherever it stands', () =>
  expect(build('preToolUse', { tool: 'Write', tool_input: { paths: ['<root>/x'] } })).toMatchObject({
    tool_input: { paths: ['/w/x'] },
  }))

test('a short form that says nothing to its event is noticed', () => {
  expect(meaningless('stop', { command: 'ls', status: 'completed' })).toEqual(['command'])
  expect(meaningless('beforeSubmitPrompt', { prompt: 'hi' })).toEqual([])
})

test('a case without a name goes by what it is about', () => {
  expect(subjectOf('beforeShellExecution', { cwd: '/', command: 'git\nstatus' })).toBe('git')
  expect(subjectOf('preToolUse', { tool_input: { command: 'ls' } })).toBe('ls')
  expect(subjectOf('stop', {})).toBe('stop')
})
