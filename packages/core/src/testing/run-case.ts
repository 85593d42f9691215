/** Runs a case through the real engine with a runner that says what the case's `raw` says; rules answer for themselves. No process is started. */

import { agentOfSource } from '../agents/sources.ts'
import { applyTrustState } from '../config/files/trust-content.ts'
import { canonical } from '../config/jsonc.ts'
import { observedFile, observeOnly } from '../config/observed.ts'
import { resolve } from '../config/paths.ts'
import { readHooks } from '../config/read-hooks.ts'
import type { ReadOptions, SourceInfo } from '../config/reader.ts'
import { applyPauses, assemble, byEvent, closeUnavailable } from '../config.ts'
import { createEngine } from '../create-engine.ts'
import { editions } from '../editions.ts'
import type { Config, Effect, Entry, Raw, TrustState } from '../flow.ts'
import { createMatchers, type Matchers } from '../matchers/matcher.ts'
import type {
  AnsweredAgent,
  ApprovableRefusal,
  Approval,
  Approvals,
  Ask,
  Dialect,
  Loaded,
  Runner,
  Tracer,
} from '../ports.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { unbound } from '../runners/hold.ts'
import { type RuleRunnerRim, ruleRunner } from '../runners/rule.ts'
import type { JsonObject } from '../schema.ts'
import { otelDestinations } from '../sinks/otel-settings.ts'
import { readerFor } from '../sources/agent-files.ts'
import { stateVariable } from '../state-scope.ts'
import { memorySessions } from '../steps/session.ts'
import { createSlots } from '../steps/shared/slots.ts'
import type { Case, CaseRaw } from './case.ts'
import { type CaseFile, caseFiles, indexEntries } from './case-files.ts'
import { differences, partDifferences } from './compare-case.ts'

export interface CaseRim {
  readonly dialects: Readonly<Record<string, Dialect>>
  /** What rules need; the expressions in them are answered as the matchers are. */
  readonly rules?: (matchers: Matchers) => RuleRunnerRim
}

const ROOT = '/case'
const MEBIBYTE = 2 ** 20

/** The differences between what the case wants and what the engine does: none when it holds. */
export async function runCase(one: Case, rim: CaseRim): Promise<readonly string[]> {
  const edition = editions[one.edition ?? 'hookline']
  const assembled = assemble(
    caseFiles(one).map((file) => applyCaseTrust(one, load(one, file, edition))),
    { edition, experiments: one.experiments ?? [] },
  )
  const pausable = withPauses(one, assembled)
  const config = closeUnavailable(pausable, () => (one.noSandbox === true ? 'this machine has no sandbox' : undefined))
  const indexOf = indexEntries(one, config.entries)
  const misread: string[] = []
  const { effect, background } = await fireCase(one, config, rim, fakeRunner(one, indexOf, misread))
  const dialect = one.agent === undefined ? undefined : rim.dialects[one.agent]
  const answer = dialect?.fromEffect(effect, answeredEvent(one, dialect))
  return differences(one, {
    effect,
    ...(background === undefined ? {} : { background }),
    problems: config.problems,
    indexOf,
    misread,
    ...(answer === undefined ? {} : { answer }),
  })
}

/** The pauses of the case's hooks, applied as the configuration of a machine does. */
function withPauses(one: Case, config: Config): Config {
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const indexOf = indexEntries(one, config.entries)
  const entries = config.entries.map((entry) => {
    const paused = one.hooks[indexOf(entry)]?.paused
    if (paused === undefined) return entry
    const pause = {
      from: at(paused.from),
      until: at(paused.until),
      by: 'ana@example.com',
      reason: 'it blocks everybody',
    }
    return { ...entry, pauses: [pause] }
  })
  return applyPauses({ ...config, entries, byEvent: byEvent(entries) }, now)
}

/** The agent gets its answer to the event that it sent, which may be the one around the case's. */
const answeredEvent = (one: Case, dialect: Dialect): EventName => sentEvent(one, dialect)?.name ?? one.event

function sentEvent(one: Case, dialect: Dialect | undefined) {
  if (one.payload === undefined || dialect === undefined) return undefined
  const sent = dialect.toEvent(one.payload)
  if ('unknown' in sent) throw new Error(sent.unknown)
  return sent
}

/** The case's event as the agent reports it: by itself, inside another, or as the gate asked again about an output. */
function payloadInput(one: Case, dialect: Dialect): JsonObject | undefined {
  const sent = sentEvent(one, dialect)
  if (sent === undefined || sent.name === one.event) return sent?.input
  const parts = [...(dialect.within?.(sent.name, sent.input) ?? []), dialect.recheck?.(sent.name, sent.input)]
  const part = parts.find((found) => found?.name === one.event)
  if (part === undefined) throw new Error(`no ${one.event} comes of this payload`)
  return part.input(() => String(one.input?.content ?? ''))
}

function load({ untrusted }: Case, file: CaseFile, edition: ReadOptions['edition']) {
  const ofProject = untrusted === true ? 'untrusted' : 'trusted'
  const trust: TrustState =
    file.source === 'enterprise' || file.source === 'team' ? 'managed' : file.source === 'project' ? ofProject : 'own'
  const info: SourceInfo = {
    source: file.source,
    own: file.own,
    file: `${ROOT}/${file.observed ? observedFile : `${file.source}.json`}`,
    root: ROOT,
    cwd: ROOT,
    trust,
  }
  const reading: ReadOptions = { edition, hash: fnv, system: 'linux' }
  const agent = agentOfSource(file.source)
  const loaded = (agent === undefined ? readHooks : readerFor(agent))(file.text, info, reading)
  return file.observed ? observeOnly(loaded) : loaded
}

const applyCaseTrust = ({ untrusted }: Case, loaded: Loaded): Loaded =>
  untrusted === true ? applyTrustState(loaded, 'untrusted') : loaded

async function fireCase(one: Case, config: Config, rim: CaseRim, runner: Runner): Promise<FiredCase> {
  const matchers = createMatchers()
  // Of its own: a refusal that one case keeps for later must not be a run of the next case in a session of that name.
  const sessions = memorySessions()
  const approvals = one.approvals === undefined ? undefined : memoryApprovals()
  const engine = createEngine({
    edition: editions[one.edition ?? 'hookline'],
    matchers,
    dialects: rim.dialects,
    realPath: (path) => resolve('linux', '/', path),
    runners: {
      command: runner,
      prompt: runner,
      http: runner,
      ...(rim.rules === undefined ? {} : { rule: ruleRunner(rim.rules(matchers), unbound) }),
    },
    slots: createSlots(32),
    roots: [ROOT],
    env: one.variables ?? {},
    remote: false,
    defaults: {},
    userEmail: null,
    conversationId: () => 'case',
    generationOf: () => 'generation',
    sessionOf: sessions.of,
    configs: {
      current: () => config,
      fresh: () => config,
      reload: async () => {},
      tampered: () => false,
      onChange: () => () => {},
      addPlugins: async () => {},
      close() {},
    },
    sessions,
    sinks: [],
    log: { runs: [] },
    tracer: countingTracer(),
    eventTimeoutMs: 600_000,
    ...askOf(one),
    ...agentOf(one, rim),
    ...(approvals === undefined ? {} : { approvals }),
  })
  const dialect = one.agent === undefined ? undefined : rim.dialects[one.agent]
  const input = dialect === undefined ? undefined : payloadInput(one, dialect)
  for (const changed of one.earlier ?? [])
    await engine.fire(one.event, { ...(input ?? inputOf(one, ROOT)), ...changed } as never)
  if (approvals !== undefined) return fireApproved(engine, one, input ?? inputOf(one, ROOT), approvals)
  return fireAndWait(engine, one, input)
}

/** The approved call comes first and is approved; then the call of the case. The code is not in the record. */
async function fireApproved(
  engine: ReturnType<typeof createEngine>,
  one: Case,
  input: JsonObject,
  approvals: ReturnType<typeof memoryApprovals>,
): Promise<FiredCase> {
  const call = one.approvals?.call
  const approved = { ...input, ...call }
  if (call !== undefined) {
    await engine.fire(one.event, approved as never)
    approvals.grant()
    for (let used = 0; used < (one.approvals?.used ?? 0); used++) await engine.fire(one.event, approved as never)
  }
  const effect = await engine.fire(one.event, input as never)
  await engine.close()
  return { effect }
}

/** Keeps what was refused last, and its approval. */
function memoryApprovals(): Approvals & { grant(): void } {
  let offered: ApprovableRefusal | undefined
  let granted: Approval | undefined
  return {
    hash: canonical,
    find: (key) => (granted?.key === key ? [granted] : []),
    use: (approval) => {
      const isThere = granted === approval
      granted = undefined
      return isThere
    },
    offer: (refusal) => {
      offered = refusal
      return 'ABCD-EF'
    },
    grant: () => {
      if (offered !== undefined) granted = { key: offered.key, covers: offered.covers, how: { lasts: false } }
    },
  }
}

function agentOf({ agent, connected }: Case, { dialects }: CaseRim): { agent?: AnsweredAgent } {
  if (agent === undefined) return {}
  const table = dialects[agent]?.agent
  if (table === undefined) throw new Error(`there is no agent ${agent}`)
  return { agent: { name: agent, table, isConnected: (theirs) => connected?.includes(theirs) ?? true } }
}

interface FiredCase {
  readonly effect: Effect
  readonly background?: Effect
}

/** For an event that the host does not wait for: the effect in its record. */
export async function fireAndWait(
  engine: ReturnType<typeof createEngine>,
  one: Case,
  input: JsonObject = inputOf(one, ROOT),
): Promise<FiredCase> {
  let recorded: Effect | undefined
  let background: Effect | undefined
  engine.on('record', (record) => {
    if (record.of === undefined) recorded = record.effect
    else background = record.effect
  })
  const effect = await engine.fire(one.event, input as never)
  await engine.close()
  return { effect: recorded ?? effect, ...(background === undefined ? {} : { background }) }
}

/** The row's sample with the case's input laid over; null removes a field. */
export function inputOf(one: Case, root: string): JsonObject {
  const whole = { ...eventRows[one.event].sample(root), ...one.input }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}

export function askOf(one: Case): { onAsk?: Ask | 'host' } {
  if (one.onAsk === undefined) return {}
  const answer = one.onAsk
  if (answer === 'host') return { onAsk: 'host' }
  return {
    onAsk: () => {
      if (answer === 'error') throw new Error('the dialog was closed')
      return answer
    },
  }
}

function fakeRunner(one: Case, indexOf: (entry: Entry) => number, misread: string[]): Runner {
  const asked = new Set<number>()
  const counts = new Map<string, number>()
  return {
    type: 'command',
    async run({ entry, stdin, env }) {
      const at = indexOf(entry)
      const hook = one.hooks[at]
      if (hook?.counts !== undefined) {
        const { key, most } = hook.counts
        const counted = JSON.stringify([env[stateVariable], JSON.parse(stdin).conversation_id, key])
        const sum = (counts.get(counted) ?? 0) + 1
        counts.set(counted, sum)
        return toRaw({ exit: sum > most ? 2 : 0 })
      }
      if (hook?.reads !== undefined) misread.push(...partDifferences(`hook ${at} reads`, hook.reads, JSON.parse(stdin)))
      const { sandbox = 'none' } = entry
      if (hook?.confined !== undefined && (hook.confined ?? 'none') !== sandbox)
        misread.push(`hook ${at} runs in the sandbox ${sandbox}`)
      if (hook?.inherits !== undefined) misread.push(...partDifferences(`hook ${at} inherits`, hook.inherits, env))
      const again = asked.has(at)
      asked.add(at)
      return toRaw((again ? hook?.again : undefined) ?? hook?.raw ?? {})
    },
  }
}

function toRaw(raw: CaseRaw): Raw {
  const bytes =
    raw.stdoutBase64 === undefined ? undefined : Uint8Array.from(atob(raw.stdoutBase64), (char) => char.charCodeAt(0))
  const printed =
    bytes === undefined
      ? (raw.stdout ?? raw.stdoutRepeat?.text.repeat(raw.stdoutRepeat.times) ?? '')
      : new TextDecoder().decode(bytes)
  const base = {
    stdout: printed.slice(0, MEBIBYTE),
    stderr: raw.stderr ?? '',
    ...(bytes !== undefined && !isUtf8(bytes) ? { badEncoding: true } : {}),
  }
  if (printed.length > MEBIBYTE) return { ...base, end: { kind: 'output-limit' } }
  if (raw.signal !== undefined) return { ...base, end: { kind: 'signal', signal: raw.signal } }
  if (raw.timeout === true) return { ...base, end: { kind: 'timeout', afterMs: 60_000 } }
  if (raw.spawn !== undefined) return { ...base, end: { kind: 'spawn', message: raw.spawn } }
  if (raw.endpoint !== undefined) return { ...base, end: { kind: 'endpoint', message: raw.endpoint } }
  if (raw.unverified !== undefined) return { ...base, end: { kind: 'unverified', message: raw.unverified } }
  return { ...base, end: { kind: 'exit', code: raw.exit ?? 0 } }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Enough for ids that live as long as one case. */
function fnv(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Ids count from 1, so that a case can name them. */
function countingTracer(): Tracer {
  let count = 0
  const next = (digits: number) => String(++count).padStart(digits, '0')
  return {
    isOn: (settings) => otelDestinations(settings).some(({ signals }) => signals.includes('traces')),
    traceId: () => next(32),
    newSpanId: () => next(16),
  }
}
