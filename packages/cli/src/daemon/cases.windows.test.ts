/**
 * A sample of `cases/` on Windows, with a real process for each hook: the answer, what each hook read and inherited, and the record are
 * equal through the daemon and through `run` in a process of its own.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventRows, type JsonObject } from '@hookline/core/protocol'
import { type Case, type CaseHook, type CaseRaw, caseFiles, writeCaseFile } from '@hookline/core/testing'
import { describe, expect, it } from 'vitest'
import { hasLauncher, type WindowsRig, windowsRig } from '../testing/windows-launcher.ts'

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[])

/** What a file of the workspace can say on every system, in Cursor's words. */
const isPlain = ({ hooks, agent, payload, experiments, settings }: Case): boolean =>
  agent === undefined &&
  payload === undefined &&
  experiments === undefined &&
  settings === undefined &&
  hooks.length > 0 &&
  hooks.every(isPlainHook)
const isPlainHook = ({ source = 'project', own, entry, raw = {}, times, counts, again }: CaseHook): boolean =>
  source === 'project' &&
  own !== true &&
  times === undefined &&
  counts === undefined &&
  again === undefined &&
  (entry.type === undefined || entry.type === 'command') &&
  !['args', 'async', 'sandbox', 'shell', 'when', 'env', 'cwd', 'warm', 'checkedCopy'].some((name) => name in entry) &&
  raw.signal === undefined &&
  raw.timeout === undefined &&
  raw.spawn === undefined &&
  raw.stdoutRepeat === undefined

/** `HOOKLINE_EVERY_CASE=1` for all of them: a process takes a second to start under Wine. */
const plain = cases.filter(isPlain)
const EVERY = process.env.HOOKLINE_EVERY_CASE === '1' ? 1 : Math.ceil(plain.length / 20)
const chosen = plain.filter((_, at) => at % EVERY === 0)

function script(raw: CaseRaw, file: string): string {
  const out = raw.stdoutBase64 ?? Buffer.from(raw.stdout ?? '').toString('base64')
  return `const fs = require('node:fs')
const text = fs.readFileSync(0)
const { HOOKLINE_RUN, HOOKLINE_DAEMON, ...env } = process.env
fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ text: text.toString('base64'), env, cwd: process.cwd() }))
fs.writeSync(1, Buffer.from(${JSON.stringify(out)}, 'base64'))
fs.writeSync(2, ${JSON.stringify(raw.stderr ?? '')})
process.exit(${raw.exit ?? 0})
`
}

async function lay(one: Case, made: WindowsRig, scripts: string): Promise<void> {
  for (const path of [made.root, scripts]) rmSync(path, { recursive: true, force: true })
  for (const path of [join(made.root, '.cursor'), scripts]) mkdirSync(path, { recursive: true })
  for (const [at, { raw = {} }] of one.hooks.entries())
    writeFileSync(join(scripts, `${at}.js`), script(raw, join(scripts, `${at}.seen`)))
  for (const file of caseFiles(one, ({ entry }, at) => ({ ...entry, command: join(scripts, `${at}.js`) })))
    writeCaseFile({ root: made.root, home: made.home, enterprise: made.home }, file)
  if (one.untrusted !== true) await made.trust()
}

function payloadOf(one: Case, root: string): JsonObject {
  const common = { hook_event_name: one.event, conversation_id: 'c-1', generation_id: 'g-1', session_id: 'c-1' }
  const given = { ...eventRows[one.event].sample(root), ...one.input }
  const known = Object.entries(given).filter(([, value]) => value !== null)
  return { ...common, model: 'default', cursor_version: '3.0.0', workspace_roots: [root], ...Object.fromEntries(known) }
}

async function answerWith(env: Readonly<Record<string, string>>, one: Case, made: WindowsRig, scripts: string) {
  const state = join(made.home, 'AppData/Local/hookline/state')
  for (const name of ['sessions', 'marks', 'loops', 'notices', 'approvals'])
    rmSync(join(state, name), { recursive: true, force: true })
  // The daemon has the log open, and Windows does not delete what is open.
  const before = new Set((await made.records()).map(({ id }) => id))
  for (const name of readdirSync(scripts)) if (name.endsWith('.seen')) rmSync(join(scripts, name))
  const args = ['--host', 'cursor', ...(one.edition === undefined ? [] : ['--edition', one.edition])]
  const answered = await made.call(payloadOf(one, made.root), { args, env })
  const seen = one.hooks.map((_, at) => join(scripts, `${at}.seen`))
  const hooks = seen.map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined))
  const records = (await made.records()).filter(({ id }) => !before.has(id))
  return { seen: steady({ ...answered, hooks, records }), calls: records.map(({ call }) => call !== undefined) }
}

/** On a busy machine the daemon may be late, and then `run` answers: the record has no call. */
async function answerByDaemon(one: Case, made: WindowsRig, scripts: string) {
  let answered = await answerWith({}, one, made, scripts)
  for (let tries = 0; tries < 10 && answered.calls.includes(false); tries++)
    answered = await answerWith({}, one, made, scripts)
  return answered
}

/** Without what differs from run to run. */
function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value === 'string')
    return value
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
      .replace(/ approve [\w-]+/g, ' approve <code>')
  if (typeof value !== 'object' || value === null) return value
  const changing = new Set(['id', 'at', 'pid', 'call', 'durationMs', 'startedAt'])
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (changing.has(key) ? [] : [[key, steady(one)] as const])),
  )
}

describe.runIf(hasLauncher)('cases on Windows', { timeout: 900_000 }, () => {
  it(`${chosen.length} of ${plain.length} cases are equal through the daemon and through run`, async () => {
    const made = windowsRig()
    const scripts = join(made.directory, 'scripts')
    await made.ready()
    let recorded = 0
    for (const one of chosen) {
      await lay(one, made, scripts)
      const alone = await answerWith({ HOOKLINE_DAEMON: 'off' }, one, made, scripts)
      const served = await answerByDaemon(one, made, scripts)
      expect.soft(served.seen, one.note).toEqual(alone.seen)
      expect.soft(served.calls, one.note).toEqual(alone.calls.map(() => true))
      recorded += served.calls.length
    }
    expect(recorded).toBeGreaterThan(chosen.length / 2)
  })
})
