/**
 * Every case of `cases/`, with a real process for each hook, through the launcher and the daemon, and through the library: the
 * answer, what each hook read and inherited, and the record are equal. One workspace is rewritten for each case, so the daemon
 * also shows that it sees files as fresh as a new process does. The library reads the environment of its process, so cases that
 * run at the same time need processes of their own: the test files of `daemon/cases/` each take a share.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Dialect, editions } from '@hookline/core'
import { dialects, hostNames } from '@hookline/core/dialects'
import { compose } from '@hookline/core/node'
import { eventRows, type JsonObject } from '@hookline/core/protocol'
import {
  type Case,
  type CaseHook,
  caseFiles,
  caseScript,
  writeCaseFile,
  writeCaseScripts,
} from '@hookline/core/testing'
import { expect, test } from 'vitest'
import { answer } from '../run/answer.ts'
import { toOutput } from '../run/options.ts'
import { needsLauncher, type Rig, rig } from './launcher.ts'

/** One of so many cases runs here, and all of an untrusted workspace; `HOOKLINE_EVERY_CASE=1` for all of them. */
const EVERY = process.env.HOOKLINE_EVERY_CASE === '1' ? 1 : 6

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(folder + file, 'utf8')) as Case[])

/**
 * `run` has no option for these, or only a signed set of a team has such a file, or the daemon leaves them to `run`: hooks in the
 * background outlive the launcher.
 */
const isForOthers = ({ experiments, hooks }: Case): boolean =>
  experiments !== undefined ||
  hooks.some(
    ({ source, entry, observed }) =>
      source === 'plugin' || source === 'inline' || observed === true || isBackground(entry),
  )
const isBackground = ({ async, asyncRewake }: JsonObject): boolean => async === true || asyncRewake === true
const chosen = cases.filter((one) => !isForOthers(one)).filter((one, at) => at % EVERY === 0 || one.untrusted === true)

interface Seen {
  readonly code: number | null
  readonly stdout: unknown
  readonly stderr: string
  readonly hooks: readonly unknown[]
  readonly records: readonly unknown[]
}

interface Bench {
  readonly made: Rig
  readonly scripts: string
  readonly enterprise: string
}

const pathAtStart = process.env.PATH ?? ''

/** Both sides see this environment: the library reads that of its process. */
function enter({ made, enterprise }: Bench): Env {
  for (const name of Object.keys(process.env))
    if (/^(XDG_|HOOKLINE_|CLAUDE|CURSOR)/.test(name)) delete process.env[name]
  // Both sides then name the command in the same way.
  const onPath = join(made.directory, 'on-path')
  mkdirSync(onPath)
  writeFileSync(join(onPath, 'hookline'), '#!/bin/sh\n', { mode: 0o755 })
  const env = { ...made.env, PATH: `${onPath}:${pathAtStart}`, HOOKLINE_ENTERPRISE_DIR: enterprise }
  Object.assign(process.env, env)
  return env
}

const userFiles = ['.cursor', '.claude', '.config/hookline/hookline.json']

async function lay(one: Case, { made, scripts, enterprise }: Bench): Promise<void> {
  for (const path of [made.root, scripts, enterprise, ...userFiles.map((name) => join(made.home, name))])
    rmSync(path, { recursive: true, force: true })
  for (const path of [join(made.root, '.cursor'), scripts, enterprise]) mkdirSync(path, { recursive: true })
  writeCaseScripts(one, scripts, noteCall)
  for (const file of caseFiles(one, (hook, at) => entryOf(hook, at, scripts)))
    writeCaseFile({ root: made.root, home: made.home, enterprise }, file)
  const { configs, hooks } = await compose({ workspaceRoots: [made.root] })
  const { content } = configs.trustOf(made.root)
  if (one.untrusted === true) configs.store.remove(made.root)
  else if (content.items.length > 0 && content.excess === undefined) configs.store.add(content)
  await hooks.close()
}

function entryOf({ entry, raw, own }: CaseHook, at: number, scripts: string): JsonObject {
  if (entry.type === 'http') return toUnreachable(entry, own === true)
  if (entry.type === 'prompt' || entry.type === 'agent' || entry.type === 'rule' || 'when' in entry) return entry
  const command = raw?.spawn === undefined ? caseScript(scripts, at) : join(scripts, 'missing')
  return { ...entry, command, ...(raw?.timeout === true ? { timeout: 1 } : {}) }
}

/** Nothing answers there, on this machine. */
const toUnreachable = (entry: JsonObject, own: boolean): JsonObject =>
  typeof entry.url !== 'string' || /^http:|@/.test(entry.url)
    ? entry
    : { ...entry, url: 'http://127.0.0.1:9/', ...(own ? { privateAddresses: true } : {}) }

/** What a hook reads and inherits. One that may be parked does not get the variables of the event (CONTRACT §5). */
function noteCall(file: (name: string) => string, { entry }: CaseHook): readonly string[] {
  const hidden = entry.warm === true ? '-e ^command= -e ^prompt= -e ^file_path= -e ^status=' : ''
  const others = '-e ^HOOKLINE_RUN= -e ^NODE_OPTIONS= -e ^_= -e ^SHLVL='
  // Opened only when the event has come: a process that waits for one would otherwise write to the file of the last case.
  const keep = `seen=$(cat; echo .); printf %s "\${seen%.}" >> '${file('stdin')}'`
  return [keep, `env | grep -v ${others} ${hidden} | sort >> '${file('env')}'`]
}

/** The event in the agent's words. */
function payloadOf(one: Case, host: Dialect, root: string): JsonObject {
  if (one.payload !== undefined) return { workspace_roots: [root], cwd: root, ...one.payload }
  const row = eventRows[one.event]
  const common = {
    ...{
      hook_event_name: one.event,
      conversation_id: 'c-1',
      generation_id: 'g-1',
      session_id: 'c-1',
      model: 'default',
    },
    ...{ cursor_version: '3.0.0', workspace_roots: [root] },
  }
  const given = Object.entries({ ...row.sample(root), ...one.input }).filter(([, value]) => value !== null)
  const input = { ...common, ...Object.fromEntries(given) }
  if (host.name === 'cursor') return input
  const session = { id: 'c-1', generations: 0, loops: {}, env: [] }
  return host.encode({ id: 'e', name: one.event, row, at: '', input }, { edition: editions.hookline, session }).input
}

/** Forgets what the other side has left: sessions, marks, rounds, records and what the hooks saw. */
function clean({ made, scripts }: Bench): void {
  for (const name of ['log', 'sessions', 'marks', 'loops', 'notices'])
    rmSync(join(made.home, '.local/state/hookline', name), { recursive: true, force: true })
  for (const name of readdirSync(scripts)) if (/\.(stdin|env|asked)$/.test(name)) rmSync(join(scripts, name))
}

/** The span of a hook has random ids, unless the case names the trace. */
const newSpan = /\b00-([0-9a-f]{32})-[0-9a-f]{16}-/
const isOfCase = (one: Case, trace: string): boolean => JSON.stringify(one).includes(trace)

async function collect(
  { made, scripts }: Bench,
  one: Case,
  answered: Pick<Seen, 'code' | 'stdout' | 'stderr'>,
): Promise<Seen> {
  const read = (name: string) =>
    existsSync(join(scripts, name)) ? readFileSync(join(scripts, name), 'utf8') : undefined
  const hooks = one.hooks.map((_, at) => ({
    stdin: read(`${at}.stdin`),
    env: read(`${at}.env`)
      ?.split('\n')
      .map((line) => line.replace(newSpan, (_all, trace) => `00-${isOfCase(one, trace) ? trace : '<trace>'}-<span>-`)),
  }))
  const { code, stdout, stderr } = answered
  return { code, stdout, stderr, hooks: hooks.map(steady), records: (await made.records()).map(steady) }
}

/** Some agents read text, and nothing where no hook had an opinion. */
const readReply = (stdout: string): unknown => (stdout.startsWith('{') ? JSON.parse(stdout) : stdout)

const isAboutWaiting = (note: unknown): boolean => typeof note === 'string' && /^(not-)?parked(:|$)/.test(note)

/** Without what differs from run to run: also whether a process had waited for the event. */
function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isAboutWaiting(one)).map(steady)
  if (typeof value === 'string')
    return (
      value
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
        .replace(/hookline-\w{6}\/variables/g, '<new>/variables')
        // The temporary directory of a hook in a sandbox.
        .replace(/hookline-sandbox-\w{6}/g, '<new>')
        // The time that the call took before the event began counts.
        .replace(/no answer within [\d.]+ s/g, 'no answer within <time>')
    )
  if (typeof value !== 'object' || value === null) return value
  const changing = new Set(['id', 'at', 'pid', 'call', 'durationMs', 'startedAt'])
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (changing.has(key) ? [] : [[key, steady(one)] as const])),
  )
}

/** So many cases share a home, a workspace and a daemon. */
const BATCH = 100

/** Declares a test for each batch of the share `part` of `parts`. */
export function compareCases(part: number, parts: number): void {
  const share = chosen.filter((_, at) => at % parts === part)
  for (let first = 0; first < share.length; first += BATCH) {
    const batch = share.slice(first, first + BATCH)
    const name = `cases ${first + 1} to ${first + batch.length} of ${share.length} (${cases.length} in all) are equal through launcher, daemon and library`
    test(name, { ...needsLauncher, timeout: 900_000 }, () => compareBatch(batch))
  }
}

async function compareBatch(batch: readonly Case[]): Promise<void> {
  const made = rig()
  const bench = { made, scripts: join(made.directory, 'scripts'), enterprise: join(made.directory, 'enterprise') }
  const env = enter(bench)
  mkdirSync(bench.enterprise, { recursive: true })
  await made.ready(env)
  let recorded = 0
  for (const one of batch) if (await compare(one, bench, env)) recorded++
  // Most of the others have a hook that must not run.
  expect(recorded).toBeGreaterThan(batch.length / 3)
}

type Env = Readonly<Record<string, string>>

/** Whether the event left a record. */
async function compare(one: Case, bench: Bench, env: Env): Promise<boolean> {
  const host = dialects[one.agent ?? 'cursor']
  if (host === undefined) throw new Error(`there is no agent ${one.agent}`)
  await lay(one, bench)
  const payload = JSON.stringify(payloadOf(one, host, bench.made.root))
  clean(bench)
  const alone = await answerHere(one, host, payload, bench, env)
  clean(bench)
  const through = await answerThrough(one, host, payload, bench, env)
  expect.soft(through, one.note).toEqual(alone)
  return alone.records.length > 0
}

async function answerHere(one: Case, host: Dialect, payload: string, bench: Bench, env: Env): Promise<Seen> {
  const edition = one.edition === undefined ? {} : { edition: one.edition }
  const signal = new AbortController().signal
  const cwd = bench.made.root
  const others = () => hostNames.flatMap((name) => dialects[name] ?? [])
  const direct = toOutput(
    await answer(payload, { host, others, installed: false, ...edition, cwd, env, findSignal: () => signal }),
  )
  return collect(bench, one, { ...direct, code: direct.exitCode, stdout: readReply(direct.stdout) })
}

const ownProcess: ReadonlySet<string> = new Set(['module', 'prompt', 'agent', 'http'])

/** What Node exits with for an option that it does not know. */
const NOT_SERVED = 9
/** On a busy machine the daemon may answer too late, and the launcher then answers by itself, as it must. That is not what is compared. */
const MOST_CALLS = 5

async function callServed(call: () => ReturnType<Bench['made']['call']>, bench: Bench) {
  let called = await call()
  for (let calls = 1; calls < MOST_CALLS && called.code === NOT_SERVED; calls++) {
    clean(bench)
    called = await call()
  }
  return called
}

async function answerThrough(one: Case, host: Dialect, payload: string, bench: Bench, env: Env): Promise<Seen> {
  const args = ['--host', host.name, ...(one.edition === undefined ? [] : ['--edition', one.edition])]
  // Node does not start with this option: only the daemon can have answered. What needs a process of its own is left to `run` with any such option.
  const isAsked = one.hooks.some(({ entry }) => typeof entry.type === 'string' && ownProcess.has(entry.type))
  const callEnv = isAsked ? env : { ...env, NODE_OPTIONS: '--no-such-option' }
  const { code, stdout, stderr } = await callServed(() => bench.made.call(payload, { args, env: callEnv }), bench)
  expect.soft(code, `${one.note}: ${stderr}`).not.toBe(NOT_SERVED)
  if (isAsked) for (const { call } of await bench.made.records()) expect.soft(call, one.note).toBeDefined()
  return collect(bench, one, { code, stdout: readReply(stdout), stderr })
}
