/** A host's payload → what to print and how to exit. Whatever goes wrong here is an answer, never an exception. */

import { dirname, join } from 'node:path'
import type { Dialect, HostFacts } from '@hookline/core'
import { whyUnknown } from '@hookline/core/agents'
import {
  type CreateOptions,
  callsHookline,
  createHooks,
  type Edition,
  type Entry,
  type FireOptions,
  fireHostEvent,
  type Hooks,
  isConnected,
  logDirectory,
} from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { exits, type Io } from '../io.ts'
import { diskMarks } from './marks.ts'
import { blocksWhenLate, patienceFor, timeFor } from './patience.ts'
import { readPayload } from './payload.ts'
import { rootsOf } from './roots.ts'
import { textAt } from './text-at.ts'
import { textEnd } from './text-end.ts'

export type Host = Dialect
export interface Answer {
  readonly stdout: JsonObject
  readonly exitCode: number
  /** For stderr: what went wrong. */
  readonly says?: string
}
export interface AnswerOptions {
  readonly host: Host
  /** Other agents that may read the same file and call this very command. */
  readonly others?: readonly Host[]
  readonly installed: boolean
  readonly edition?: Edition
  readonly cwd: string
  readonly env: Io['env']
  readonly signal: AbortSignal
  /** Milliseconds since the agent started this process, as far as that is known. */
  readonly elapsedMs?: () => number
  /** Told what to say should the process die from here on. */
  readonly onEvent?: (words: Answer) => void
  /** Starts what answers with these words when this thread has not come back after so many milliseconds. */
  readonly watch?: (words: Answer, afterMs: number) => void
  /** The engine; tests hand in a broken one. */
  readonly create?: (options: CreateOptions) => Promise<Hooks>
}

export async function answer(text: string | undefined, given: AnswerOptions): Promise<Answer> {
  const payload = readPayload(text)
  if ('unreadable' in payload) return refused(given.host, payload.unreadable)
  const host = speakerOf(payload.value, given)
  const options = { ...given, host, stranger: host !== given.host }
  const depth = depthOf(given.env)
  if (depth > DEEPEST) return refused(host, `hooks started "hookline run" inside itself ${depth} times over`)
  const event = host.toEvent(payload.value)
  // Nothing of ours can listen to it: an answer of any kind would take part in what we know nothing of.
  if ('unknown' in event && event.theirs) return { stdout: {}, exitCode: exits.fine }
  if ('unknown' in event) return refused(host, whyUnknown(host, payload.value, event.unknown))
  const roots = rootsOf(payload.value, options)
  if (roots === undefined) return refused(host, 'workspace_roots is not a list of paths')
  options.onEvent?.(broken(host, event.name, 'it ended before it could answer', []))
  const facts = (end: () => string) => host.facts?.(payload.value, given.env, end) ?? {}
  return fired(event.name, { ...event.input, workspace_roots: roots }, roots, { ...options, facts })
}

/** In the words of an event; what is not known is left to be filled in, and the record then says so. */
const inEvent = ({ version, model }: HostFacts): JsonObject => ({
  ...(version === undefined ? {} : { cursor_version: version }),
  ...(model === undefined ? {} : { model }),
})

/** Hooks may start an agent that has hooks; nobody nests so many on purpose. */
const DEEPEST = 8
const depthOf = (env: Io['env']): number => Number(env.HOOKLINE_DEPTH ?? 0) || 0

/** One file may be read by several agents, each of which sends its own words: an installed command answers whoever asks. */
function speakerOf(payload: JsonObject, { host, others = [], installed }: AnswerOptions): Host {
  const knows = (one: Host) => 'name' in one.toEvent(payload)
  return !installed || knows(host) ? host : (others.find(knows) ?? host)
}

type Speaking = AnswerOptions & {
  /** Another agent asks than the one whose settings this command stands in. */
  readonly stranger: boolean
  facts(transcriptEnd: () => string): HostFacts
}

async function fired(name: EventName, input: JsonObject, roots: readonly string[], options: Speaking): Promise<Answer> {
  const { host, create = createHooks, edition } = options
  let hooks: Hooks | undefined
  try {
    hooks = await create({
      workspaceRoots: roots,
      ...(edition === undefined ? {} : { edition }),
      ...(options.installed ? { hostOwned: host.owns } : {}),
      env: { ...options.env, HOOKLINE_DEPTH: String(depthOf(options.env) + 1) },
      mode: 'one-shot',
      events: eventsOf(host, name, input),
      onAsk: 'host',
      ...(host.agent === undefined ? {} : { agent: host.name }),
      log: { host: options.facts(() => '').name ?? host.name },
    })
    const own = entriesFor(host, name, input, hooks)
    options.onEvent?.(broken(host, name, 'it ended before it could answer', own, input))
    if (options.stranger && isCalledAnyway(host, name, hooks)) {
      await hooks.close()
      return { stdout: {}, exitCode: exits.fine }
    }
    const marks = diskMarks(() => join(dirname(logDirectory()), 'marks'))
    // The transcript is looked into only for hooks that will run.
    const isHeard = eventsOf(host, name, input).some((one) => hooks?.hasActiveHook(one))
    const facts = isHeard ? inEvent(options.facts(() => textEnd(input.transcript_path))) : {}
    const limits = limitsOf(host, name, hooks, options)
    if (own.some(judgesHere))
      options.watch?.(
        broken(host, name, held, own.map(closing), input),
        timeToAnswer(host, name, hooks.entries, options),
      )
    const { entries } = hooks
    const effect = await fireHostEvent(
      { host, name, input: { ...facts, ...input }, limits },
      { hooks, marks, readText: textAt, isConnected: (theirs, tool) => isConnected(host, theirs, entries, tool) },
    )
    await hooks.close()
    if (effect === undefined) return { stdout: {}, exitCode: exits.fine }
    const { stdout, exitCode } = host.fromEffect(effect, name)
    return { stdout, exitCode }
  } catch (thrown) {
    await hooks?.close().catch(() => {})
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if ('code' in error && (error.code === 'bad-input' || error.code === 'unknown-event'))
      return refused(host, error.message)
    return broken(host, name, error.message, hooks === undefined ? [] : entriesFor(host, name, input, hooks), input)
  }
}

const held = 'a hook held the thread until the agent would have stopped waiting'

/** Packs and rules judge in this thread. */
const judgesHere = ({ pack, type }: Entry): boolean => pack !== undefined || type === 'rule'

/** What had to be stopped has not judged, so it refuses unless its entry says otherwise. */
const closing = (entry: Entry): Entry =>
  judgesHere(entry) && entry.failClosed === undefined ? { ...entry, failClosed: true } : entry

/** After the engine's own deadline, which knows more, and before the agent's. */
function timeToAnswer(host: Host, name: EventName, entries: Hooks['entries'], { elapsedMs }: Speaking): number {
  const times = [timeFor(host, name, entries), patienceFor(host, name, entries)]
  const [own = LONGEST_MS, agent = LONGEST_MS] = times
  return (own + agent) / 2 - (elapsedMs?.() ?? 0)
}
const LONGEST_MS = 600_000

/** The host's signal, and what remains of the time that the agent waits. */
function limitsOf(host: Host, name: EventName, { entries }: Hooks, options: Speaking): () => FireOptions {
  const { signal, elapsedMs } = options
  const time = timeFor(host, name, entries)
  const lateRefuses = blocksWhenLate(host, name, entries)
  const began = performance.now() - (elapsedMs?.() ?? 0)
  return () =>
    time === undefined
      ? { signal }
      : { signal, lateRefuses, timeoutMs: Math.max(0, time - (performance.now() - began)) }
}

/** The agent that asks has an entry of its own for this event: one of the two calls is enough. Only a file that is trusted may say so. */
const isCalledAnyway = (host: Host, name: EventName, { entries }: Hooks): boolean =>
  entries.some(
    (entry) =>
      entry.event === name &&
      entry.dialect === host.name &&
      entry.trust !== 'untrusted' &&
      entry.trust !== 'changed' &&
      callsHookline(entry),
  )

/** The event, the one inside it, and the gate that is asked again after it. */
function eventsOf(host: Host, name: EventName, input: JsonObject): readonly EventName[] {
  const others = [...(host.within?.(name, input) ?? []), host.recheck?.(name, input)]
  return [name, ...others.flatMap((part) => part?.name ?? [])]
}

function entriesFor(host: Host, name: EventName, input: JsonObject, { entries }: Hooks): Hooks['entries'] {
  const names = eventsOf(host, name, input)
  return entries.filter(({ event, held }) => names.includes(event) && held === undefined)
}

/** A bug of ours: closed where the event, or an entry that could have run, fails closed; else the act goes on. */
function broken(
  host: Host,
  name: EventName,
  message: string,
  entries: Hooks['entries'],
  input: JsonObject = {},
): Answer {
  const row = eventRows[name]
  const detail = `Hookline itself failed: ${message}`
  // Managed guards, too: a file of a less trusted source that trips us must not take them away.
  const wantsClosed = entries.some(
    ({ failClosed, trust, event }) =>
      trust === 'managed' || (failClosed ?? (event !== name && eventRows[event].onFailure === 'closed')),
  )
  const again = host.recheck?.(name, input)
  // The act is done: what a gate would have hidden of it is withheld as a whole.
  const forAgent = 'Hookline itself failed, so this is refused.'
  if (again !== undefined && wantsClosed) return { stdout: again.answer(forAgent), exitCode: exits.fine, says: detail }
  const closed = row.gate.kind !== 'none' && (row.onFailure === 'closed' || wantsClosed)
  // With exit 2 some agents hand stderr to the model: what went wrong is then in the person's message alone.
  return closed
    ? { stdout: host.refuse(detail, forAgent), exitCode: exits.refused, says: forAgent }
    : { stdout: {}, exitCode: exits.fine, says: detail }
}

function refused(host: Host, why: string): Answer {
  const says = `Hookline cannot read this event, so it is refused: ${why}`
  return { stdout: host.refuse(says, says), exitCode: exits.refused, says }
}
