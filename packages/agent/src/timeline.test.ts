import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createWorkspace, packageFile, type TestWorkspace } from './testing/workspace.ts'

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

async function runScenario(): Promise<{ readonly workspace: TestWorkspace; readonly log: readonly LogRecord[] }> {
  const workspace = createWorkspace()
  workspace.write('notes.txt', 'TODO: write\n')
  workspace.write('~/script.yaml', script)
  workspace.write('~/mcp.json', {
    mcpServers: {
      everything: {
        command: process.execPath,
        args: [packageFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
      },
    },
  })
  workspace.write('~/.config/hookline/hookline.json', { version: 1, log: { capture: 'full' } })
  const followUpHook = workspace.write('~/go-on.sh', followUp, 0o755)
  const recordingHooks = workspace.buildRecordingHooks(eventNames)
  workspace.writeHooks({ ...recordingHooks, stop: [...(recordingHooks.stop ?? []), { command: followUpHook }] })
  const { home } = workspace
  const args = [
    '--model',
    `scripted:${home}/script.yaml`,
    '--mcp-config',
    `${home}/mcp.json`,
    '--context-window',
    '1000',
  ]
  const typed = ['/compact', '/complete notes.txt:1', 'y', '/quit', '']
  const { code, stdout, stderr } = await workspace.run(['agent', 'Do the notes.', ...args], typed.join('\n'))
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'Let me look.\nThe notes are done.\nThe tests pass.\n' })
  const { stdout: lines } = await workspace.run(['log', '--jsonl', '--limit', '1000'])
  const log = lines
    .trim()
    .split('\n')
    .map((line): LogRecord => JSON.parse(line))
  return { workspace, log: log.toSorted((left, right) => (left.id < right.id ? -1 : 1)) }
}
interface LogRecord {
  readonly id: string
  readonly event: EventName
  readonly input: Readonly<Record<string, unknown>>
}

test('the host fires all of its events in the documented order, with payloads that match the published schemas', async () => {
  const { workspace, log } = await runScenario()
  const seen = workspace.events()
  for (const input of seen) {
    const schema = JSON.parse(
      readFileSync(
        new URL(`../../../schemas/events/${input.hook_event_name}.input.schema.json`, import.meta.url),
        'utf8',
      ),
    )
    const result = z.fromJSONSchema(schema).safeParse(input)
    expect(result.error?.issues ?? [], `${input.hook_event_name}`).toEqual([])
  }
  const hostEvents = eventNames.filter((name) => eventRows[name].operation !== undefined)
  expect(new Set(seen.map((input) => input.hook_event_name))).toEqual(new Set(hostEvents))
  expect(seen.at(-1)?.hook_event_name).toBe('sessionEnd')
  expect(log.map(({ event }) => event).toSorted()).toEqual(seen.map((input) => input.hook_event_name).toSorted())

  const timeline = normalise(
    log.map(({ event, input }) => ({ event, ...omitCommonFields(input) })),
    workspace,
  )
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, timeline)
  expect(JSON.parse(timeline)).toEqual(JSON.parse(readFileSync(golden, 'utf8')))

  expect(workspace.read('notes.txt')).toBe('DONE: write and checked\n')
  expect(workspace.has('out.txt')).toBe(false)
})

/** The timeline leaves these fields out, because the schemas check them. It keeps `conversation_id`. */
const commonFields = new Set([
  'hook_event_name',
  'generation_id',
  'session_id',
  'model',
  'model_id',
  'cursor_version',
  'workspace_roots',
  'user_email',
])
const omitCommonFields = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !commonFields.has(name)))

/** Replaces paths, ids and durations, so that the text is the same on every machine and in every run. */
function normalise(timeline: readonly object[], workspace: TestWorkspace): string {
  const ids = new Map<string, string>()
  const text = JSON.stringify(
    timeline,
    (name, value) => (/duration/.test(name) && typeof value === 'number' ? 0 : value),
    2,
  )
  return `${text
    .replaceAll(workspace.root, '/ws')
    .replaceAll(workspace.home, '/home')
    .replaceAll(process.execPath, 'node')
    .replace(/[^" ]*(?=\/node_modules)/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`)
      return ids.get(id) ?? id
    })}\n`
}
