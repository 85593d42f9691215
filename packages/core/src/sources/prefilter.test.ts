import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { claude } from '../agents/claude/agent.ts'
import { claudeEvents } from '../agents/claude/names.ts'
import { readHooks } from '../config/read-hooks.ts'
import type { ReadOptions, SourceInfo } from '../config/reader.ts'
import { editions } from '../editions.ts'
import { type EventName, eventNames } from '../protocol/events/index.ts'
import { readerFor } from './agent-files.ts'
import { agentKeys, hooksKeys, mayContain, ownKeys } from './prefilter.ts'

const claudeKeys = agentKeys(claude)
const readClaude = readerFor(claude)

const reading: ReadOptions = {
  edition: editions.hookline,
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  system: 'linux',
}
const info = (source: SourceInfo['source'], own = false): SourceInfo => ({
  source,
  own,
  file: '/f',
  cwd: '/',
  trust: 'own',
})
const kinds = [
  { keys: hooksKeys, read: (text: string) => readHooks(text, info('user'), reading) },
  { keys: ownKeys, read: (text: string) => readHooks(text, info('user', true), reading) },
  { keys: claudeKeys, read: (text: string) => readClaude(text, info('claude-user'), reading) },
]

/** A key written literally, or with its first letter as an escape. Every JSON reader reads the same key. */
const spelled = (key: string) =>
  fc.constantFrom(
    JSON.stringify(key),
    `"\\u${(key.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}${key.slice(1)}"`,
    `"\\u${(key.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}${key.slice(1)}"`,
  )
const key = fc
  .constantFrom<string>(...eventNames, ...Object.keys(claudeEvents), 'beforeShell', 'STOP')
  .chain((name) => fc.oneof({ weight: 4, arbitrary: fc.constant(JSON.stringify(name)) }, spelled(name)))
const list = fc.constantFrom(
  '[]',
  '[{"command":"a"}]',
  '[{"hooks":[{"type":"command","command":"a"}]}]',
  '[{"command":"a",}] // one',
  '{"command":"a"}',
  '[7]',
)
const object = (members: readonly (readonly [string, string])[]) =>
  `{${members.map(([name, value]) => `${name}:${value}\n`).join(',')}}`
const events = fc.array(fc.tuple(key, list), { maxLength: 4 }).map(object)
/** A file with `hooks` twice or not at all, perhaps cut off. */
const file = fc
  .tuple(
    fc.array(fc.tuple(spelled('hooks'), events), { maxLength: 2 }),
    fc.constantFrom([], [['"version"', '1'] as const], [['"version"', '"x"'] as const]),
    fc.option(fc.nat(200), { freq: 8 }),
  )
  .map(([hooks, version, cut]) => object([...version, ...hooks]).slice(0, cut ?? undefined))

test('a file with an entry of an event always passes the prefilter', () => {
  fc.assert(
    fc.property(file, fc.constantFrom(...kinds), (text, { keys, read }) => {
      const found = new Set(read(text).entries.map((entry) => entry.event))
      for (const event of found) expect(mayContain(text, keys(event)), event).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

describe('the prefilter', () => {
  const hooks = (event: string) => JSON.stringify({ version: 1, hooks: { [event]: [{ command: `echo "${event}"` }] } })
  it.each<[string, string, EventName, boolean]>([
    ['other events', hooks('stop'), 'beforeShellExecution', false],
    ['the event itself', hooks('stop'), 'stop', true],
    ['an event whose name only contains it', hooks('subagentStop'), 'stop', false],
    ['no hooks', '{}', 'stop', false],
    ['an escape that could spell anything', '{"hooks":{"st\\u006fp":[]}}', 'stop', true],
    ['the event in the first of two `hooks`', '{"hooks":{"stop":[]},"hooks":{}}', 'stop', true],
    ['comments', '{} // none', 'stop', true],
    ['half a file', '{"hooks":', 'stop', true],
    ['nothing', '', 'stop', true],
  ])('%s', (_what, text, event, may) => {
    expect(mayContain(text, hooksKeys(event))).toBe(may)
  })

  it("knows Claude Code's names, and that a pack may have any event", () => {
    expect(mayContain('{"hooks":{"UserPromptSubmit":[]}}', claudeKeys('beforeSubmitPrompt'))).toBe(true)
    expect(mayContain('{"hooks":{"beforeSubmitPrompt":[]}}', claudeKeys('beforeSubmitPrompt'))).toBe(false)
    expect(mayContain('{"permissions":{"allow":["PreToolUse"]}}', claudeKeys('stop'))).toBe(false)
    expect(mayContain('{"packs":{"secrets":{}}}', ownKeys('stop'))).toBe(true)
  })
})
