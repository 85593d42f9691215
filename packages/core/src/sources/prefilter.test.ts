import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { claude } from '../agents/claude/agent.ts'
import { claudeEvents } from '../agents/claude/names.ts'
import { readHooks } from '../config/read-hooks.ts'
import type { SourceInfo, ReadOptions } from '../config/reader.ts'
import { editions } from '../editions.ts'
import { type EventName, eventNames } from '../protocol/events/index.ts'
import { readerFor } from './agent-files.ts'
import { agentKeys, hooksKeys, mayContain, ownKeys } from './prefilter.ts'

const claudeWords = agentKeys(claude)
const readClaude = readerFor(claude)

const reading: ReadOptions = {
  edition: editions.hookline,
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  system: 'linux',
}
const place = (source: SourceInfo['source'], own = false): SourceInfo => ({ source, own, file: '/f', cwd: '/', trust: 'own' })
const kinds = [
  { words: hooksKeys, read: (text: string) => readHooks(text, place('user'), reading) },
  { words: ownKeys, read: (text: string) => readHooks(text, place('user', true), reading) },
  { words: claudeWords, read: (text: string) => readClaude(text, place('claude-user'), reading) },
]

/** A key as it is, or with its first letter as an escape: the same key to every reader. */
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
/** With `hooks` written twice, not at all, or cut off somewhere. */
const file = fc
  .tuple(
    fc.array(fc.tuple(spelled('hooks'), events), { maxLength: 2 }),
    fc.constantFrom([], [['"version"', '1'] as const], [['"version"', '"x"'] as const]),
    fc.option(fc.nat(200), { freq: 8 }),
  )
  .map(([hooks, version, cut]) => object([...version, ...hooks]).slice(0, cut ?? undefined))

test('no file that holds an entry of an event is said not to', () => {
  fc.assert(
    fc.property(file, fc.constantFrom(...kinds), (text, { words, read }) => {
      const held = new Set(read(text).entries.map((entry) => entry.event))
      for (const event of held) expect(mayContain(text, words(event)), event).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

describe('a look at the text of a file', () => {
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

  it("knows Claude Code's names, and that a pack may hold anything", () => {
    expect(mayContain('{"hooks":{"UserPromptSubmit":[]}}', claudeWords('beforeSubmitPrompt'))).toBe(true)
    expect(mayContain('{"hooks":{"beforeSubmitPrompt":[]}}', claudeWords('beforeSubmitPrompt'))).toBe(false)
    expect(mayContain('{"permissions":{"allow":["PreToolUse"]}}', claudeWords('stop'))).toBe(false)
    expect(mayContain('{"packs":{"secrets":{}}}', ownKeys('stop'))).toBe(true)
  })
})
