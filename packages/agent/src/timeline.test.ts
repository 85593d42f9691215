import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Place, packageFile, place } from './testing/place.ts'

const golden = fileURLToPath(new URL('./golden/timeline.json', import.meta.url))
const script = `
turns:
  - thinking: First I look at what is there.
    text: Let me look.
    tools:
      - { name: Read, input: { path: notes.txt } }
      - { name: Grep, input: { pattern: TODO, path: notes.txt } }
      - { name: LS }
    usage: { input_tokens: 100, output_tokens: 20, cache_read_tokens: 5, cache_write_tokens: 7 }
  - tools:
      - { name: Shell, input: { command: 'echo built > out.txt; cat out.txt' } }
      - { name: Shell, input: { command: 'exit 3' } }
      - { name: everything__echo, input: { message: hello } }
    usage: { input_tokens: 200, output_tokens: 20, cache_read_tokens: 5, cache_write_tokens: 7 }
  - tools:
      - { name: Write, input: { path: notes.txt, edits: [{ old_string: TODO, new_string: DONE }] } }
      - { name: Task, input: { subagent_type: explore, description: find the notes, prompt: Where are the notes? } }
      - { name: Delete, input: { path: out.txt } }
    usage: { input_tokens: 300, output_tokens: 20, cache_read_tokens: 5, cache_write_tokens: 7 }
  - text: The notes are done.
    usage: { input_tokens: 400, output_tokens: 20, cache_read_tokens: 5, cache_write_tokens: 7 }
  - text: The tests pass.
    usage: { input_tokens: 500, output_tokens: 20, cache_read_tokens: 5, cache_write_tokens: 7 }
subagents:
  find the notes:
    - tools: [{ name: LS }]
      usage: { input_tokens: 10, output_tokens: 2, cache_read_tokens: 0, cache_write_tokens: 0 }
    - text: In notes.txt.
      usage: { input_tokens: 20, output_tokens: 2, cache_read_tokens: 0, cache_write_tokens: 0 }
compaction:
  - text: The notes were done.
completion:
  - text: ' and checked'
`
const followUp = `#!/bin/sh
grep -q '"loop_count":0' && echo '{"followup_message":"Now run the tests."}' || true
`

async function play(): Promise<{ readonly at: Place; readonly log: readonly Logged[] }> {
  const at = place()
  at.write('notes.txt', 'TODO: write\n')
  at.write('~/script.yaml', script)
  at.write('~/mcp.json', {
    mcpServers: {
      everything: {
        command: process.execPath,
        args: [packageFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
      },
    },
  })
  at.write('~/.config/hookline/hookline.json', { version: 1, log: { capture: 'full' } })
  const goOn = at.write('~/go-on.sh', followUp, 0o755)
  const recorded = at.recorded(eventNames)
  at.hooks({ ...recorded, stop: [...(recorded.stop ?? []), { command: goOn }] })
  const { home } = at
  const args = [
    '--model',
    `scripted:${home}/script.yaml`,
    '--mcp-config',
    `${home}/mcp.json`,
    '--context-window',
    '1000',
  ]
  const typed = ['/compact', '/complete notes.txt:1', 'y', '/quit', '']
  const { code, stdout, stderr } = await at.run(['agent', 'Do the notes.', ...args], typed.join('\n'))
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'Let me look.\nThe notes are done.\nThe tests pass.\n' })
  const { stdout: lines } = await at.run(['log', '--jsonl', '--limit', '1000'])
  const log = lines
    .trim()
    .split('\n')
    .map((line): Logged => JSON.parse(line))
  return { at, log: log.toSorted((one, other) => (one.id < other.id ? -1 : 1)) }
}
interface Logged {
  readonly id: string
  readonly event: EventName
  readonly input: Readonly<Record<string, unknown>>
}

test('every event that an operation of the host fires happens in the documented order, with payloads that fit the published schemas', async () => {
  const { at, log } = await play()
  const seen = at.events()
  for (const input of seen) {
    const schema = JSON.parse(
      readFileSync(
        new URL(`../../../schemas/events/${input.hook_event_name}.input.schema.json`, import.meta.url),
        'utf8',
      ),
    )
    const read = z.fromJSONSchema(schema).safeParse(input)
    expect(read.error?.issues ?? [], `${input.hook_event_name}`).toEqual([])
  }
  const performed = eventNames.filter((name) => eventRows[name].operation !== undefined)
  expect(new Set(seen.map((input) => input.hook_event_name))).toEqual(new Set(performed))
  expect(seen.at(-1)?.hook_event_name).toBe('sessionEnd')
  expect(log.map(({ event }) => event).toSorted()).toEqual(seen.map((input) => input.hook_event_name).toSorted())

  const timeline = normalised(
    log.map(({ event, input }) => ({ event, ...ownFields(input) })),
    at,
  )
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, timeline)
  expect(JSON.parse(timeline)).toEqual(JSON.parse(readFileSync(golden, 'utf8')))

  expect(at.read('notes.txt')).toBe('DONE: write and checked\n')
  expect(at.has('out.txt')).toBe(false)
}, 120_000)

/** Beside the common fields, which the schemas look after; of those only whose conversation it is. */
const common = new Set([
  'hook_event_name',
  'generation_id',
  'session_id',
  'model',
  'model_id',
  'cursor_version',
  'workspace_roots',
  'user_email',
])
const ownFields = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !common.has(name)))

/** The same on every machine and every time: names instead of paths and ids, no durations. */
function normalised(timeline: readonly object[], at: Place): string {
  const ids = new Map<string, string>()
  const text = JSON.stringify(
    timeline,
    (name, value) => (/duration/.test(name) && typeof value === 'number' ? 0 : value),
    2,
  )
  return `${text
    .replaceAll(at.root, '/ws')
    .replaceAll(at.home, '/home')
    .replaceAll(process.execPath, 'node')
    .replace(/[^" ]*(?=\/node_modules)/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`)
      return ids.get(id) ?? id
    })}\n`
}
