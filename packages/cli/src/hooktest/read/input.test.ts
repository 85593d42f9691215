import type { EventName, JsonObject } from '@hookline/core/protocol'
import { expect, test } from 'vitest'
import { buildInput, findMeaninglessKeys, subjectOf } from './input.ts'

const context = { root: '/w', contentOf: (path: string) => (path === 'a.env' ? 'KEY=1' : undefined) }
const build = (event: EventName, written: JsonObject) => buildInput(event, written, context)

test('fields that the case does not have come from the sample of the event', () =>
  expect(build('beforeShellExecution', { command: 'ls' })).toEqual({ command: 'ls', cwd: '/w', sandbox: false }))

test('null removes a field', () =>
  expect(build('beforeShellExecution', { sandbox: null })).not.toHaveProperty('sandbox'))

test('a command becomes a tool call of the shell if the event is about tools', () =>
  expect(build('preToolUse', { command: 'ls' })).toMatchObject({
    tool_name: 'Shell',
    tool_input: { command: 'ls', working_directory: '/w' },
  }))

test('a file becomes a path in the workspace, with its content if the event has that field', () => {
  expect(build('beforeReadFile', { file: 'a.env' })).toMatchObject({ file_path: '/w/a.env', content: 'KEY=1' })
  expect(build('beforeReadFile', { file: 'a.env', content: 'other' })).toMatchObject({ content: 'other' })
  expect(build('afterFileEdit', { file_path: 'b.ts' })).toMatchObject({ file_path: '/w/b.ts' })
})

test('a file and a tool become a tool call', () => {
  expect(build('preToolUse', { file: 'a', tool: 'Write' })).toMatchObject({
    tool_name: 'Write',
    tool_input: { file_path: '/w/a' },
  })
  expect(build('preToolUse', { file: 'a' })).toMatchObject({ tool_name: 'Read' })
})

test('<root> is replaced by the scratch workspace everywhere', () =>
  expect(build('preToolUse', { tool: 'Write', tool_input: { paths: ['<root>/x'] } })).toMatchObject({
    tool_input: { paths: ['/w/x'] },
  }))

test('a short form without a field in the event is found', () => {
  expect(findMeaninglessKeys('stop', { command: 'ls', status: 'completed' })).toEqual(['command'])
  expect(findMeaninglessKeys('beforeSubmitPrompt', { prompt: 'hi' })).toEqual([])
})

test('a case without a name is named after its subject', () => {
  expect(subjectOf('beforeShellExecution', { cwd: '/', command: 'git\nstatus' })).toBe('git')
  expect(subjectOf('preToolUse', { tool_input: { command: 'ls' } })).toBe('ls')
  expect(subjectOf('stop', {})).toBe('stop')
})
