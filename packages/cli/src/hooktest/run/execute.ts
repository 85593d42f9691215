/** Fires the event of a job with the real engine in a scratch workspace. */
import { editions, newSession } from '@hookline/core'
import { usualAgent } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import { compose, type Effect, type Entry, type Run, type Spawn } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { buildInput } from '../read/input.ts'
import { containedSources } from '../read/sources.ts'
import type { EntryFacts, Execution, Job, RunFacts } from '../read/types.ts'
import type { Scratch } from '../scratch/scratch.ts'
import { findMatchedBranches } from './branches.ts'

/** Enables every experiment that a source of an edition needs, because a test is about the hook, not about a flag. */
const experiments = Object.values(editions).flatMap(({ sources }) =>
  Object.values(sources).flatMap((row) => (row === undefined || row === true ? [] : [row.experiment])),
)

/** The same in every run, because a random id could contain text that a hook searches for. */
const ids = { conversation_id: 'conversation_1', generation_id: 'generation_1' }

type Accepts = (entry: Entry) => boolean

/** With `accepts`, returns undefined and runs nothing if a hook of the event is not accepted. */
export async function fireJob(job: Job, scratch: Scratch, spawn: Spawn, signal: AbortSignal): Promise<Execution>
export async function fireJob(
  job: Job,
  scratch: Scratch,
  spawn: Spawn,
  signal: AbortSignal,
  accepts: Accepts,
): Promise<Execution | undefined>
export async function fireJob(
  job: Job,
  scratch: Scratch,
  spawn: Spawn,
  signal: AbortSignal,
  accepts: Accepts = () => true,
): Promise<Execution | undefined> {
  const { root, home, env } = scratch
  const { hooks } = await compose(
    {
      workspaceRoots: [root],
      home,
      sources: { only: containedSources(root, home, job) },
      trust: 'all',
      edition: job.edition,
      experiments,
      defaults: ids,
      env,
      onAsk: 'host',
      ...(job.targetAgent === undefined ? {} : { agent: job.targetAgent }),
      eventTimeoutMs: job.timeoutMs,
      watch: false,
    },
    { spawn: () => spawn },
  )
  let recorded: Effect | undefined
  hooks.on('record', (record) => {
    recorded = record.effect
  })
  try {
    const { name, input } = createEvent(job, scratch)
    if (!hooks.entries.every((entry) => entry.event !== name || accepts(entry))) return undefined
    const started = performance.now()
    // `fire` itself checks the input against the row of the event.
    const effect: Effect = await hooks.untyped.fire(name, input, { signal })
    // `fire` does not wait for the hooks of some events. `close` does, and then the record has their result.
    await hooks.close()
    const durationMs = performance.now() - started
    const branches = findMatchedBranches(hooks.entries, name, effect.input)
    return { ...toFacts(recorded ?? effect), branches, files: readFiles(job, scratch), durationMs }
  } finally {
    await hooks.close()
  }
}

/** The event as that agent would send it: translated to its format and back, without what gets lost on the way. */
function createEvent(
  { event, input, agent }: Job,
  scratch: Scratch,
): { readonly name: EventName; readonly input: JsonObject } {
  const own = buildInput(event, input, { root: scratch.root, contentOf: (path) => scratch.read(path) ?? undefined })
  const dialect = dialects[agent]
  if (dialect === undefined || agent === usualAgent.name) return { name: event, input: own }
  const session = { ...ids, session_id: ids.conversation_id, workspace_roots: [scratch.root], cwd: scratch.root }
  const whole = { ...session, hook_event_name: event, ...own }
  const stamped = { id: 'test', name: event, row: eventRows[event], at: new Date().toISOString(), input: whole }
  const sent = dialect.encode(stamped, { edition: editions.hookline, session: newSession(ids.conversation_id) })
  const back = dialect.toEvent(sent.input)
  if ('unknown' in back) throw new Error(back.unknown)
  return {
    name: back.name,
    input: { ...sessionFields(back.name, own), ...back.input, workspace_roots: [scratch.root] },
  }
}

/** Fields that the agent does not send, because the engine knows them from the session. */
const sessionFields = (event: EventName, { loop_count }: JsonObject): JsonObject =>
  eventRows[event].loops && loop_count !== undefined ? { loop_count } : {}

type EffectFacts = Omit<Execution, 'files' | 'durationMs' | 'branches'>

function toFacts(effect: Effect): EffectFacts {
  const { verdict, kind, because, reply, context, followUp, env, runs, plan } = effect
  return {
    verdict,
    kind,
    rule: because.rule,
    because: because.message,
    reply: { ...reply },
    ...(context === undefined ? {} : { context }),
    ...(followUp === undefined ? {} : { followUp }),
    ...(env === undefined ? {} : { env }),
    runs: runs.map(runFacts),
    skipped: plan.skipped.map(({ entry, why, detail }) => ({ entry: entryFacts(entry), why, detail })),
  }
}

function runFacts({ entry, exitCode, signal, stdout, stderr, outcome, durationMs }: Run): RunFacts {
  return {
    entry: entryFacts(entry),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(signal === undefined ? {} : { signal }),
    stdout: stdout.slice(0, 20_000),
    // Keep the end, because it usually says why a program ended.
    stderr: stderr.slice(-20_000),
    outcome: outcome.kind,
    ...(outcome.kind === 'silent' || outcome.verdict === undefined ? {} : { verdict: outcome.verdict }),
    ...(outcome.kind === 'failed'
      ? { failure: { code: outcome.code, message: outcome.message, policy: outcome.policy } }
      : {}),
    durationMs,
  }
}

export function entryFacts({ id, label, name, command, matcher, event, origin, text }: Entry): EntryFacts {
  return {
    id,
    label,
    ...(name === undefined ? {} : { name }),
    ...(command === undefined ? {} : { command }),
    ...(matcher === undefined ? {} : { matcher }),
    event,
    source: origin.source,
    own: origin.own,
    keys: readKeys(text),
  }
}

function readKeys(text: string | undefined): readonly string[] {
  try {
    // True: the text of an entry is a JSON object. Anything else has no keys, or makes this throw.
    return Object.keys(JSON.parse(text ?? '{}') as object)
  } catch {
    return []
  }
}

const readFiles = ({ readAfter }: Job, scratch: Scratch): Execution['files'] =>
  Object.fromEntries(readAfter.map((path) => [path, scratch.read(path)]))
