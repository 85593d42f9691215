import { describe, expect, test } from 'vitest'
import type { Effect, HookRecord, Outcome, Reply, Run } from '../flow.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { fakeEntry, fakeEvent, fakePlan, fakeRun } from '../testing/fakes.ts'
import { type Capture, missingOf, toLogRecord, toLogText } from './log-record.ts'

const entry = fakeEntry()

function recordOf(name: EventName, over: Readonly<Record<string, unknown>> = {}, run: Partial<Run> = {}): HookRecord {
  const event = fakeEvent(name, over)
  const outcome: Outcome = run.outcome ?? { kind: 'silent' }
  const reply: Reply = outcome.kind === 'replied' ? outcome.reply : {}
  const runs = [fakeRun(entry, outcome, run)]
  const because = { rule: 'no-opinion', entries: [entry], message: 'no hook gave an opinion' } as const
  const plan = fakePlan(name, [entry])
  const effect = {
    id: event.id,
    event: name,
    verdict: 'allow',
    kind: 'proceed',
    reply,
    input: event.input,
    because,
    runs,
    plan,
    notes: [],
  }
  return {
    version: 1,
    id: event.id,
    at: event.at,
    sessionId: 'conversation_1',
    effect: effect as unknown as Effect,
    durationMs: 12.3456,
  }
}
const hash = (text: string) => `hash of ${text.length}`
const log = (record: HookRecord, capture: Capture = 'lean') => toLogRecord(record, { capture, hash, pid: 7 })

const CANARY = 'the canary sings "loud"\n\tand – in four lines\\'

test('a record as it is written', () => {
  const record = recordOf(
    'beforeShellExecution',
    {},
    { outcome: { kind: 'replied', verdict: 'allow', reply: { permission: 'allow' } }, exitCode: 0 },
  )
  expect(log(record)).toEqual({
    v: 1,
    id: 'event_1',
    at: '2026-01-01T00:00:00.000Z',
    event: 'beforeShellExecution',
    sessionId: 'conversation_1',
    verdict: 'allow',
    kind: 'proceed',
    failures: 0,
    durationMs: 12.35,
    because: { rule: 'no-opinion', message: 'no hook gave an opinion', entries: [entry.id] },
    host: { version: '3.0.0', surface: 'agent' },
    edition: 'hookline',
    pid: 7,
    root: '/work',
    cwd: '/work',
    input: record.effect.input,
    reply: { permission: 'allow' },
    messages: {},
    runs: [
      {
        id: `${entry.id}#1`,
        entry: {
          id: entry.id,
          type: 'command',
          label: 'guard.sh',
          source: 'project',
          own: false,
          file: '/work/.cursor/hooks.json',
          line: 4,
          monitor: false,
        },
        look: 1,
        startedAt: '2026-01-01T00:00:00.000Z',
        durationMs: 1,
        exitCode: 0,
        outcome: { kind: 'replied', verdict: 'allow' },
        reply: { permission: 'allow' },
        stdout: '',
        stderr: '',
        notes: [],
      },
    ],
    skipped: [],
    skippedCount: 0,
    notes: [],
    capture: 'lean',
    erased: [],
    redacted: [],
    cut: [],
  })
})

describe('private fields', () => {
  const rows = eventNames.flatMap((name) =>
    Object.entries(eventRows[name].input).flatMap(([field, { private: hidden, type }]) =>
      hidden
        ? [[name, field, type.kind === 'list' ? [{ old_string: CANARY, new_string: CANARY }] : CANARY] as const]
        : [],
    ),
  )
  test.each(rows)('%s: %s is not kept, however the hook repeats it', (name, field, value) => {
    const payload = JSON.stringify(fakeEvent(name, { [field]: value }).input, null, 2)
    const run = { stdout: payload, stderr: `saw ${CANARY} and ${JSON.stringify(payload)}` }
    const kept = log(recordOf(name, { [field]: value }, run))
    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(kept.input[field]).toEqual({ private: true, length: expect.any(Number), sha256: expect.any(String) })
    expect(kept.erased).toEqual(expect.arrayContaining([`input.${field}`, 'runs[0].stdout', 'runs[0].stderr']))
    expect(missingOf(kept)).toContain(`input.${field}`)
    expect(JSON.stringify(log(recordOf(name, { [field]: value }, run), 'full'))).toContain('canary')
  })
  test('an older name, or one that no row knows, is private too unless it is a number', () => {
    const kept = log(
      recordOf('beforeSubmitPrompt', { prompt_text: CANARY, novelty: { deep: CANARY }, count: 3, on: true }),
    )
    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(kept.input).toMatchObject({ count: 3, on: true })
    expect(kept.erased).toEqual(['input.prompt', 'input.prompt_text', 'input.novelty'])
  })
  test('one that repeats where the workspace is does not make the workspace unknown', () => {
    const kept = log(recordOf('beforeReadFile', { folder: '/work', content: CANARY }))
    expect(kept).toMatchObject({ root: '/work', input: { folder: { private: true }, workspace_roots: ['/work'] } })
    expect(JSON.stringify(kept)).not.toContain('canary')
  })
  test('what a tool is handed as content is not kept, the rest of its input is', () => {
    const tool_input = {
      file_path: '/work/a.ts',
      content: CANARY,
      edits: [{ new_string: CANARY }],
      deep: { code: CANARY, line: 3 },
    }
    const kept = log(recordOf('preToolUse', { tool_name: 'Write', tool_input }))
    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(kept.input.tool_input).toMatchObject({ file_path: '/work/a.ts', deep: { line: 3 } })
    expect(missingOf(kept)).toEqual([
      'input.tool_input.content',
      'input.tool_input.edits',
      'input.tool_input.deep.code',
    ])
  })
  test('the same in JSON text, which stays JSON text', () => {
    const kept = log(recordOf('beforeMCPExecution', { tool_input: JSON.stringify({ path: 'a', content: CANARY }) }))
    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(JSON.parse(String(kept.input.tool_input))).toMatchObject({ path: 'a', content: { private: true } })
  })
  test('nor what a hook puts in the place of private text', () => {
    const reply = { updated_content: CANARY }
    const run: Partial<Run> = { outcome: { kind: 'replied', reply }, stdout: JSON.stringify(reply) }
    const kept = log(recordOf('beforeReadFile', {}, run))
    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(kept.runs[0]?.reply?.updated_content).toMatchObject({ private: true })
    const rewritten = { updated_input: { command: 'ls', content: CANARY } }
    const tool = log(recordOf('preToolUse', {}, { outcome: { kind: 'replied', reply: rewritten } }))
    expect(JSON.stringify(tool)).not.toContain('canary')
    expect(tool.reply.updated_input).toMatchObject({ command: 'ls' })
  })
})

describe('secrets', () => {
  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  test.each(['lean', 'full'] as const)('are replaced everywhere, capture %s', (capture) => {
    const over = { command: `curl -H "x: ${secret}" https://bob:hunter2@host/`, sandbox: false }
    const run: Partial<Run> = {
      entry: fakeEntry({ label: `X_TOKEN=${secret} guard.sh` }),
      stdout: `{"user_message":"${secret}"}`,
      stderr: secret,
      outcome: {
        kind: 'failed',
        code: 'exit',
        message: `printed ${secret}`,
        policy: 'open',
        reply: { user_message: secret, env: { API_KEY: 'plain words' } },
      },
    }
    const kept = log(recordOf('beforeShellExecution', over, run), capture)
    expect(JSON.stringify(kept)).not.toMatch(/ghp_|hunter2|plain words/)
    expect(JSON.parse(kept.runs[0]?.stdout ?? '')).toEqual({ user_message: '[redacted:github]' })
    expect(kept.redacted).toContainEqual({ path: 'input.command', kinds: ['github', 'url-password'] })
    expect(missingOf(kept)).toEqual(['input.command'])
  })
  test('a name makes a value secret', () => {
    const kept = log(recordOf('preToolUse', { tool_input: { password: 'x', n: 1, __proto__: { a: 1 } } }))
    expect(kept.input.tool_input).toMatchObject({ password: '[redacted:secret]', n: 1 })
  })
  test('the text and the record are the same', () => {
    for (const over of [{}, { command: secret }]) {
      const record = recordOf('beforeShellExecution', over)
      expect(JSON.parse(toLogText(record, { capture: 'lean', hash, pid: 7 }))).toEqual(log(record))
    }
  })
})

describe('long texts', () => {
  test('of hooks keep their beginning, and the record says how long they were', () => {
    const kept = log(recordOf('stop', {}, { stdout: 'x'.repeat(100_000), stderr: 'short' }))
    expect(kept.runs[0]?.stdout).toBe('x'.repeat(8192))
    expect(kept.cut).toEqual([{ path: 'runs[0].stdout', length: 100_000 }])
  })
  test('a secret on the edge of the cut does not stay in halves', () => {
    const stdout = `${'x'.repeat(8180)} ${`ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`} ${'y'.repeat(9000)}`
    expect(JSON.stringify(log(recordOf('stop', {}, { stdout })))).not.toContain('ghp_')
  })
  test('are searched for secrets, however long they are', () => {
    const long = `echo ${'x'.repeat(20_000)}`
    expect(log(recordOf('beforeShellExecution', { command: long })).input.command).toBe(long)
    const kept = log(recordOf('beforeShellExecution', { command: `${long} PASSWORD=hunter2x` }))
    expect(kept.input.command).toBe(`${long} PASSWORD=[redacted:secret]`)
    expect(kept.redacted).toEqual([{ path: 'input.command', kinds: ['secret'] }])
  })
  test('of the input become a mark: half of one would be replayed as if it were whole', () => {
    const kept = log(recordOf('beforeShellExecution', { command: 'x'.repeat(70_000) }))
    expect(kept.input.command).toEqual({ cut: true, length: 70_000, sha256: 'hash of 70000' })
    expect(missingOf(kept)).toEqual(['input.command'])
  })
})
