/** Runs one job: a scratch workspace, the real engine, one event, and what came of it. Never rejects. */

import { editions, newSession } from '@hookline/core'
import { usualAgent } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import { createHooks, type Effect, type Entry, type Run } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { buildInput } from '../read/input.ts'
import type { EntryFacts, Execution, Job, RunFacts, Unrunnable } from '../read/types.ts'
import { createScratch, type Scratch } from '../scratch/scratch.ts'
import { branchesMet } from './branches.ts'
import { contained } from './sources.ts'

/** What an edition's sources wait for: a test is about the hook, not about a flag. */
const experiments = Object.values(editions).flatMap(({ sources }) =>
  Object.values(sources).flatMap((row) => (row === undefined || row === true ? [] : [row.experiment])),
)

/** The same in every run: a random id could hold what a hook looks for. */
const ids = { conversation_id: 'conversation_1', generation_id: 'generation_1' }

export async function execute(job: Job, signal: AbortSignal): Promise<Execution | Unrunnable> {
  let scratch: Scratch | undefined
  try {
    scratch = createScratch(job)
    return scratch.masked(await fired(job, scratch, signal))
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return { error: scratch?.masked(message) ?? message }
  } finally {
    scratch?.remove()
  }
}

async function fired(job: Job, scratch: Scratch, signal: AbortSignal): Promise<Execution> {
  const { root, home, env } = scratch
  const hooks = await createHooks({
    workspaceRoots: [root],
    home,
    sources: { only: contained(root, home, job) },
    trust: 'all',
    edition: job.edition,
    experiments,
    defaults: ids,
    env,
    onAsk: 'host',
    ...(job.answered === undefined ? {} : { agent: job.answered }),
    eventTimeoutMs: job.timeoutMs,
    watch: false,
  })
  let recorded: Effect | undefined
  hooks.on('record', (record) => {
    recorded = record.effect
  })
  try {
    const { name, input } = arriving(job, scratch)
    const started = performance.now()
    // The input is checked against the event's row by `fire` itself.
    const effect: Effect = await hooks.untyped.fire(name, input, { signal })
    // An event that nobody waits for is waited for here: what came of it is in its record.
    await hooks.close()
    const durationMs = performance.now() - started
    const branches = branchesMet(hooks.entries, name, effect.input)
    return { ...factsOf(recorded ?? effect), branches, files: filesOf(job, scratch), durationMs }
  } finally {
    await hooks.close()
  }
}

/** The event as that agent would send it: through its words and back, with what gets lost on the way. */
function arriving(
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
  return { name: back.name, input: { ...remembered(back.name, own), ...back.input, workspace_roots: [scratch.root] } }
}

/** What the agent does not say and the session would know. */
const remembered = (event: EventName, { loop_count }: JsonObject): JsonObject =>
  eventRows[event].loops && loop_count !== undefined ? { loop_count } : {}

type Facts = Omit<Execution, 'files' | 'durationMs' | 'branches'>

function factsOf(effect: Effect): Facts {
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
    // What a program says last is why it ended.
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
    keys: keysOf(text),
  }
}

function keysOf(text: string | undefined): readonly string[] {
  try {
    return Object.keys(JSON.parse(text ?? '{}') as object)
  } catch {
    return []
  }
}

const filesOf = ({ look }: Job, scratch: Scratch): Execution['files'] =>
  Object.fromEntries(look.map((path) => [path, scratch.read(path)]))
