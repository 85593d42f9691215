import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claude, cursor } from '@hookline/core/dialects'
import type { Hooks } from '@hookline/core/node'
import { afterAll, describe, expect, it } from 'vitest'
import { type AnswerOptions, answer } from './answer.ts'

const options: AnswerOptions = {
  host: cursor,
  installed: false,
  cwd: '/',
  env: {},
  findSignal: () => new AbortController().signal,
  create: () => Promise.reject(new Error('a bug')),
}
const payload = (hook_event_name: string, fields: object) => JSON.stringify({ hook_event_name, ...fields })
const read = payload('beforeReadFile', { file_path: '/x', content: '' })
const shell = payload('beforeShellExecution', { command: 'ls' })

/** An engine that reads its files and then breaks. */
const breaking = (entries: readonly object[]): NonNullable<AnswerOptions['create']> => {
  const broken = {
    entries,
    has: () => true,
    fire: () => Promise.reject(new Error('a bug')),
    close: () => Promise.resolve(),
  }
  return () => Promise.resolve(broken as unknown as Hooks)
}

describe('an event in more directories with hooks than are read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-answer-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const paths = Array.from({ length: 101 }, (_, at) => join(directory, String(at)))
  for (const path of paths) {
    mkdirSync(join(path, '.hookline'), { recursive: true })
    writeFileSync(join(path, '.hookline/hookline.json'), '{}')
  }
  const patch = ['*** Begin Patch', ...paths.map((path) => `*** Delete File: ${path}/x`), '*** End Patch'].join('\n')
  const edit = (name: string, count: number) =>
    payload(name, {
      workspace_roots: [directory],
      tool_name: 'ApplyPatch',
      tool_use_id: 'x',
      tool_input: {
        patch: patch
          .split('\n')
          .toSpliced(1 + count, paths.length - count)
          .join('\n'),
      },
    })

  it('is refused at a gate, without reading them, and goes on elsewhere', async () => {
    expect(await answer(edit('preToolUse', 101), options)).toMatchObject({
      exitCode: 2,
      stdout: { permission: 'deny', user_message: expect.stringContaining('102 directories have hooks') },
      says: expect.stringContaining('Act on fewer files at a time'),
    })
    expect(await answer(edit('postToolUse', 101), options)).toMatchObject({ exitCode: 0, stdout: {} })
    // The engine of these tests is broken, which shows that it was asked.
    expect(await answer(edit('preToolUse', 90), options)).toMatchObject({ says: expect.stringContaining('a bug') })
  })
})

describe('a bug of ours', () => {
  it('denies with exit 2 where the event fails closed', async () => {
    expect(await answer(read, options)).toMatchObject({
      exitCode: 2,
      stdout: {
        permission: 'deny',
        continue: false,
        user_message: 'Hookline itself failed: a bug',
        agent_message: 'Hookline itself failed, so this is refused.',
      },
      says: 'Hookline itself failed, so this is refused.',
    })
  })

  it('lets the act go on where it fails open, and says so on stderr', async () => {
    expect(await answer(shell, options)).toEqual({ exitCode: 0, stdout: {}, says: 'Hookline itself failed: a bug' })
  })

  it('denies with exit 2 where an entry that could have run fails closed', async () => {
    const entry = { event: 'beforeShellExecution', failClosed: true }
    const untrusted = { ...entry, held: { why: 'untrusted', detail: '' } }
    expect(await answer(shell, { ...options, create: breaking([entry]) })).toMatchObject({ exitCode: 2 })
    expect(await answer(shell, { ...options, create: breaking([untrusted]) })).toMatchObject({ exitCode: 0 })
    const elsewhere = { ...entry, event: 'stop' }
    expect(await answer(shell, { ...options, create: breaking([elsewhere]) })).toMatchObject({ exitCode: 0 })
  })

  it('denies with exit 2 where a managed entry could have run: no other source may take it away', async () => {
    const entry = { event: 'beforeShellExecution', trust: 'managed' }
    expect(await answer(shell, { ...options, create: breaking([entry]) })).toMatchObject({ exitCode: 2 })
  })

  it('is given to Claude Code in its own format', async () => {
    const tool = payload('PreToolUse', { tool_name: 'Bash', tool_input: {} })
    const entry = { event: 'preToolUse', failClosed: true }
    expect(await answer(tool, { ...options, host: claude, create: breaking([entry]) })).toMatchObject({
      exitCode: 2,
      stdout: { decision: 'block', continue: false },
    })
  })

  it('withholds what was read, where a gate of the read fails closed', async () => {
    const file = { filePath: '/x', content: 'secret', numLines: 1, startLine: 1, totalLines: 1 }
    const fields = { tool_name: 'Read', tool_use_id: 't', tool_input: { file_path: '/x' } }
    const after = payload('PostToolUse', { ...fields, tool_response: { type: 'text', file } })
    const given = { ...options, host: claude }
    const withheld = await answer(after, { ...given, create: breaking([{ event: 'beforeReadFile' }]) })
    expect(withheld).toMatchObject({
      exitCode: 0,
      stdout: {
        hookSpecificOutput: {
          updatedToolOutput: { type: 'text', file: { content: 'Hookline itself failed, so this is refused.' } },
        },
      },
    })
    const open = await answer(after, { ...given, create: breaking([{ event: 'beforeReadFile', failClosed: false }]) })
    expect(open.stdout).toEqual({})
  })

  it('leaves the last words before anything can go wrong', async () => {
    const words: unknown[] = []
    await answer(read, { ...options, onEvent: (left) => words.push(left) })
    await answer(shell, { ...options, onEvent: (left) => words.push(left) })
    expect(words).toMatchObject([
      { exitCode: 2, stdout: { permission: 'deny' } },
      { exitCode: 0, stdout: {} },
    ])
  })
})
