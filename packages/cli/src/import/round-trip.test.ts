import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAgent } from '@hookline/core/agents'
import { callsHookline, type Entry, readerFor, readHooks, sourceSetup } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import type { Agent } from '../agents.ts'
import { convertHooks } from '../export/convert.ts'
import { readAgentHooks } from './agent-hooks.ts'

const directory = mkdtempSync(join(tmpdir(), 'hookline-round-trip-'))
afterAll(() => rmSync(directory, { recursive: true }))

const corpus = process.env.HOOKLINE_CORPUS ?? ''
if (corpus === '') console.warn('HOOKLINE_CORPUS is not set: the real hook files are not read')
const realFiles = corpus === '' ? [] : readdirSync(join(corpus, 'claude')).map((name) => join(corpus, 'claude', name))

const samples: Readonly<Record<string, object>> = {
  'exact lists, expressions and all tools': {
    PreToolUse: [
      { matcher: 'Bash|Edit', hooks: [{ type: 'command', command: './a.sh' }] },
      { matcher: '^mcp__.*$', hooks: [{ type: 'command', command: './b.sh', timeout: 0.5 }] },
      { matcher: '*', hooks: [{ type: 'command', command: './c.sh', args: ['x'] }] },
      { hooks: [{ type: 'command', command: './d.sh', onFailure: 'continue' }] },
    ],
  },
  'several events and types': {
    UserPromptSubmit: [{ hooks: [{ type: 'prompt', prompt: 'Is it safe? $ARGUMENTS' }] }],
    SessionStart: [{ matcher: 'startup|resume', hooks: [{ type: 'command', command: './e.sh' }] }],
    Stop: [
      {
        hooks: [
          { type: 'command', command: './f.sh' },
          { type: 'http', url: 'https://example.com', headers: { a: '$B' }, allowedEnvVars: ['B'] },
          { type: 'mcp_tool', server: 's', tool: 't' },
        ],
      },
    ],
    Notification: [{ hooks: [{ type: 'command', command: './g.sh' }] }],
  },
  'hooks in the background, and a model that reads files': {
    PostToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: './h.sh', async: true }] },
      { matcher: 'Edit', hooks: [{ type: 'command', command: './i.sh', async: false }] },
    ],
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'agent', prompt: 'Do the tests pass?', model: 'haiku', onFailure: 'block' }] },
    ],
    Stop: [{ hooks: [{ type: 'agent', prompt: 'Is it done?' }] }],
  },
}

const agent = findAgent('claude') as Agent // It has a folder.
const info = { source: 'project', trust: 'own', cwd: directory } as const
const { reading } = sourceSetup()
const readTheirs = (text: string) => readerFor(agent)(text, { ...info, own: false, file: 'settings.json' }, reading)
const readOwn = (hooks: object) =>
  readHooks(JSON.stringify({ version: 1, hooks }), { ...info, own: true, file: 'hookline.json' }, reading)

/** All that decides when an entry runs, what it reads, and what its failure means. */
const meaningOf = (entry: Entry) => {
  const { event, type, command, args, prompt, model, verify, url, headers, env, matcher, dialect } = entry
  const { failClosed = eventRows[event].onFailure === 'closed', async: isAsync = false } = entry
  const action = [type, command, args, prompt, model, verify, url, headers, env]
  return JSON.stringify([event, action, matcher, dialect, failClosed, isAsync])
}
const timeOf = ({ text = '', timeoutMs }: Entry) => (/"timeout":/.test(text) ? timeoutMs : undefined)

function grouped(adds: readonly { readonly event: string; readonly entry: object }[]): Record<string, object[]> {
  const hooks: Record<string, object[]> = {}
  for (const { event, entry } of adds) hooks[event] = [...(hooks[event] ?? []), entry]
  return hooks
}

function check(text: string): void {
  const file = join(directory, 'settings.json')
  writeFileSync(file, text)
  const before = readTheirs(text).entries.filter((entry) => !callsHookline(entry))
  const imported = readAgentHooks(agent, [file], directory, directory)
  const ours = readOwn(grouped(imported.adds)).entries
  const kept = before.filter(
    (entry) => entry.held === undefined && entry.broken === undefined && entry.unrunnable === undefined,
  )
  expect(ours.map(meaningOf)).toEqual(kept.map(meaningOf))
  // Every hook is imported, or the report names it.
  expect(imported.notes.filter(({ kind }) => kind === 'left-out').length).toBeGreaterThanOrEqual(
    before.length - kept.length,
  )
  const exported = convertHooks(agent, ours)
  const written = exported.hooks.map(({ event, written: entry }) => ({ event, entry }))
  const back = readTheirs(JSON.stringify({ hooks: grouped(written) })).entries
  expect(back.map(meaningOf)).toEqual(ours.map(meaningOf))
  const times = kept.map(timeOf)
  expect(back.map(({ timeoutMs }, at) => times[at] === undefined || times[at] === timeoutMs)).toEqual(
    kept.map(() => true),
  )
}

describe('import and then export keeps each hook, or names it', () => {
  it.each(Object.entries(samples))('%s', (_name, hooks) => check(JSON.stringify({ hooks })))
  it.each(realFiles)('%s', (file) => check(readFileSync(file, 'utf8')))
})
