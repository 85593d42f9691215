/** Turns a host's payload into what to print and how to exit. A failure is an answer too, never an exception. */

import { basename, dirname, join } from 'node:path'
import type { Dialect, HostFacts } from '@hookline/core'
import { whyUnknown } from '@hookline/core/agents'
import {
  type CreateOptions,
  createHooks,
  type Edition,
  type Entry,
  fireHostEvent,
  type Hooks,
  type HostEvent,
  isConnected,
  logDirectory,
  logSettings,
} from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { exits, type Io, proofSession } from '../io.ts'
import { type DiskView, holdsHookFile, rememberingView, whyTooManyHooks } from '../paths.ts'
import { noteUnmatched } from '../unmatched.ts'
import { diskMarks } from './marks.ts'
import { noteDrift } from './note-drift.ts'
import { blocksWhenLate, patienceFor, timeFor } from './patience.ts'
import { readPayload } from './payload.ts'
import { hookRootsOf, rootsOf } from './roots.ts'
import { findSender, usualHost } from './sender.ts'
import { type CallLevel, stepsAside } from './step-aside.ts'
import { textAt } from './text-at.ts'
import { textEnd } from './text-end.ts'
import { type Configured, withTrustNotice } from './trust-notice.ts'
import { withTypedHints } from './typed-hints.ts'

export type Host = Dialect
export type { CallLevel }
export interface Answer {
  readonly stdout: JsonObject
  readonly exitCode: number
  /** For stderr: what went wrong. */
  readonly says?: string
  /** How the agent takes the reply. Absent: as one line of JSON on stdout. */
  readonly print?: Dialect['print']
}
export interface AnswerOptions {
  /** The agent that calls. Absent: it is recognised by its payload. */
  readonly host?: Host
  /** Other agents that may read the same file and call this very command. */
  readonly others?: () => readonly Host[]
  readonly installed: boolean
  /** The level of the settings that hold this call, if it says so. */
  readonly from?: CallLevel
  readonly edition?: Edition
  readonly cwd: string
  readonly env: Io['env']
  /** Called when the first hook runs. */
  readonly findSignal: () => AbortSignal
  /** Milliseconds since the agent started this process, as far as that is known. */
  readonly elapsedMs?: () => number
  /** Gets the answer to give if the process dies from here on. */
  readonly onEvent?: (answer: Answer) => void
  /** Starts a watchdog that gives this answer if the thread is still busy after so many milliseconds. What follows is watched. */
  readonly watch?: (answer: Answer, afterMs: number) => Promise<void> | undefined
  /** Called before the first hook may run, with the milliseconds after which no answer will come any more. */
  readonly onStart?: (afterMs: number) => void
  /** Called when Hookline itself fails, before it answers. */
  readonly onFailed?: () => void
  /** The id of the launcher's call, for the record. */
  readonly call?: string
  /** Every hook that did not answer refuses at a gate, whatever the agent does. */
  readonly lateRefuses?: boolean
  /** The engine: another one in the daemon, and a broken one in tests. */
  readonly create?: (options: CreateOptions & { readonly events: readonly EventName[] }) => Promise<Hooks>
}

export async function answer(text: string | undefined, given: AnswerOptions): Promise<Answer> {
  const payload = readPayload(text)
  if ('unreadable' in payload) return refuseUnreadable(given.host ?? usualHost(), payload.unreadable)
  const sender = findSender(payload.value, given)
  if ('unknown' in sender) return refuseForeign(given.host ?? usualHost(), sender.unknown)
  const { host } = sender
  const options = { ...given, host, caller: given.host ?? host }
  const depth = readDepth(given.env)
  if (depth > DEEPEST) return refuseUnreadable(host, `hooks started "hookline run" inside itself ${depth} times over`)
  const event = host.toEvent(payload.value)
  // No hook can be configured for it, and any answer would affect something that we do not know.
  if ('unknown' in event && event.theirs) return printedBy(host, { stdout: {}, exitCode: exits.fine })
  const noteUnknown = (name?: EventName) =>
    noteDrift(host, name, payload.value, () => host.facts?.(payload.value, given.env, () => '').version)
  if ('unknown' in event) {
    await noteUnknown()
    const why = whyUnknown(host, payload.value, event.unknown)
    return why === event.unknown ? refuseUnreadable(host, why) : refuseForeign(host, why)
  }
  const view = rememberingView()
  const roots = rootsOf(host.directories?.(payload.value) ?? payload.value, { ...options, view })
  if (roots === undefined) return refuseUnreadable(host, 'workspace_roots is not a list of paths')
  options.onEvent?.(failedAnswer(host, event.name, 'it ended before it could answer', []))
  const facts = (end: () => string) => host.facts?.(payload.value, given.env, end) ?? {}
  if (event.input.conversation_id !== proofSession) await noteUnknown(event.name)
  return fireAndAnswer(event.name, { ...event.input, workspace_roots: roots }, roots, { ...options, facts, view })
}

/** The known facts as fields of the event. Unknown ones are filled in later, and the record says so. */
const toEventFields = ({ version, model }: HostFacts): JsonObject => ({
  ...(version === undefined ? {} : { cursor_version: version }),
  ...(model === undefined ? {} : { model }),
})

/** Hooks may start an agent that has hooks, but so many levels are a mistake. */
const DEEPEST = 8
const readDepth = (env: Io['env']): number => Number(env.HOOKLINE_DEPTH ?? 0) || 0

/** The agent says that no person is there. Its question would be a refusal without a code. */
const isUnattended = ({ agent }: Host, env: Io['env']): boolean =>
  agent?.unattended !== undefined && env[agent.unattended.variable] === agent.unattended.value

type SenderOptions = AnswerOptions & {
  readonly host: Host
  /** The agent whose settings hold this command. `host` is the one that sent the event. */
  readonly caller: Host
  facts(transcriptEnd: () => string): HostFacts
  /** What one event learns of the file system while it looks for its hooks. */
  readonly view: DiskView
}

async function fireAndAnswer(
  name: EventName,
  input: JsonObject,
  roots: readonly string[],
  options: SenderOptions,
): Promise<Answer> {
  const { host, edition, create = createHooks } = options
  let hooks: Hooks | undefined
  try {
    const workspaceRoots = hookRootsOf(roots, input, options.view)
    const excess = whyTooManyHooks(workspaceRoots)
    if (excess !== undefined) return refuseExcess(host, name, excess)
    const created = {
      workspaceRoots,
      ...(edition === undefined ? {} : { edition }),
      ...(options.installed ? { hostOwned: host.owns } : {}),
      env: { ...options.env, HOOKLINE_DEPTH: String(readDepth(options.env) + 1) },
      mode: 'one-shot',
      ...(isUnattended(host, options.env) ? {} : { onAsk: 'host' }),
      approvals: input.conversation_id !== proofSession,
      ...(host.agent === undefined ? {} : { agent: host.name }),
      log: {
        host: options.facts(() => '').name ?? host.name,
        ...(input.conversation_id === proofSession ? { purpose: 'proof' } : {}),
        ...(options.call === undefined ? {} : { call: options.call }),
      },
    } as const satisfies CreateOptions
    hooks = await create({
      ...created,
      events: findEvents(host, name, input),
      background: async (work) => (await import('./background.ts')).handOver(work, created, created.env),
    })
    const own = findEntries(host, name, input, hooks)
    options.onEvent?.(failedAnswer(host, name, 'it ended before it could answer', own, input))
    if (options.installed && stepsAside(name, { ...options, sender: host }, hooks)) {
      await hooks.close()
      return printedBy(host, { stdout: {}, exitCode: exits.fine })
    }
    const marks = diskMarks(() => join(dirname(logDirectory()), 'marks'))
    // Read the transcript only if hooks will run, or for the audit log.
    const isAudited = logSettings(hooks.settings, hooks.entries).audit === true
    const events = findEvents(host, name, input)
    const isUsed = isAudited || events.some((one) => hooks?.hasActiveHook(one))
    const facts = isUsed ? toEventFields(options.facts(() => textEnd(input.transcript_path))) : {}
    const limits = makeLimits(host, name, hooks, options)
    if (own.some(judgesHere))
      await options.watch?.(
        failedAnswer(host, name, blockedMessage, own.map(closeWhenStopped), input),
        timeToAnswer(host, name, hooks.entries, options),
      )
    const { entries } = hooks
    if (isAudited || entries.some(({ event }) => events.includes(event)))
      options.onStart?.(timeToAnswer(host, name, entries, options))
    const effect = await fireHostEvent(
      { host, name, input: { ...facts, ...input }, limits },
      {
        hooks,
        marks,
        readText: textAt,
        loops: diskMarks(() => join(dirname(logDirectory()), 'loops'), MONTH_MS),
        isConnected: (theirs, tool) => isConnected(host, theirs, entries, tool),
        // Events that no matcher matched are counted, except those of proofs.
        onEffect: (effect) => input.conversation_id !== proofSession && noteUnmatched(effect, roots),
      },
    )
    await hooks.close()
    const answered =
      effect === undefined
        ? { stdout: {}, exitCode: exits.fine }
        : host.fromEffect(await withTypedHints(effect, options), name)
    const { stdout, exitCode } = answered
    // Without a hook for this event none was read, unless another engine has them.
    const areRead = entries.length > 0 || options.create !== undefined
    const { problems } = hooks
    const areThere = areRead || workspaceRoots.some((root) => holdsHookFile(root, options.view))
    const noticed = await withTrustNotice(stdout, {
      host,
      name,
      input,
      caller: options,
      configured: areThere && !areRead ? undefined : { entries, problems },
      readAll: () => readAll(created),
      isHostOwned: ({ source, file }) => options.installed && host.owns.includes(source) && !isOwnFile(file),
      findDirectory: () => join(dirname(logDirectory()), 'notices'),
    })
    return printedBy(host, { stdout: noticed, exitCode })
  } catch (thrown) {
    options.onFailed?.()
    await hooks?.close().catch(() => {})
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if ('code' in error && (error.code === 'bad-input' || error.code === 'unknown-event'))
      return refuseUnreadable(host, error.message)
    return failedAnswer(
      host,
      name,
      error.message,
      hooks === undefined ? [] : findEntries(host, name, input, hooks),
      input,
    )
  }
}

/** The notice about hooks that are off counts the hooks of all events. */
async function readAll(options: CreateOptions): Promise<Configured> {
  const hooks = await createHooks(options)
  await hooks.close()
  return hooks
}

/** No agent reads Hookline's own files. */
const isOwnFile = (file: string): boolean => basename(file) === 'hookline.json'

const blockedMessage = 'a hook held the thread until the agent would have stopped waiting'

/** Packs and rules judge in this thread. */
const judgesHere = ({ pack, type }: Entry): boolean => pack !== undefined || type === 'rule'

/** Code that had to be stopped has not judged, so it refuses unless its entry says otherwise. */
const closeWhenStopped = (entry: Entry): Entry =>
  judgesHere(entry) && entry.failClosed === undefined ? { ...entry, failClosed: true } : entry

/** Between the engine's own deadline, which gives the better answer, and the agent's. */
function timeToAnswer(host: Host, name: EventName, entries: Hooks['entries'], { elapsedMs }: SenderOptions): number {
  const times = [timeFor(host, name, entries), patienceFor(host, name, entries)]
  const [own = LONGEST_MS, agent = LONGEST_MS] = times
  return (own + agent) / 2 - (elapsedMs?.() ?? 0)
}
const LONGEST_MS = 600_000
const MONTH_MS = 30 * 24 * 3600 * 1000

/** The host's signal, and what remains of the time that the agent waits. */
function makeLimits(host: Host, name: EventName, { entries }: Hooks, options: SenderOptions): HostEvent['limits'] {
  const { elapsedMs } = options
  const time = timeFor(host, name, entries)
  const lateRefuses = options.lateRefuses === true || blocksWhenLate(host, name, entries)
  const elapsed = elapsedMs ?? sinceNow()
  return (answeredAt) => ({
    answeredAt,
    get signal() {
      return options.findSignal()
    },
    ...(time === undefined
      ? { lateRefuses: options.lateRefuses === true }
      : { lateRefuses, timeoutMs: Math.max(0, time - elapsed()) }),
  })
}

function sinceNow(): () => number {
  const began = performance.now()
  return () => performance.now() - began
}

/** The event, those inside it, and the gate that is asked again after it. */
function findEvents(host: Host, name: EventName, input: JsonObject): readonly EventName[] {
  const others = [...(host.within?.(name, input) ?? []), host.recheck?.(name, input)]
  return [name, ...others.flatMap((part) => part?.name ?? [])]
}

function findEntries(host: Host, name: EventName, input: JsonObject, { entries }: Hooks): Hooks['entries'] {
  const names = findEvents(host, name, input)
  return entries.filter(({ event, held }) => names.includes(event) && held === undefined)
}

/** The answer to a bug of ours: a refusal if the event, or an entry that could have run, fails closed. Otherwise the act goes on. */
function failedAnswer(
  host: Host,
  name: EventName,
  message: string,
  entries: Hooks['entries'],
  input: JsonObject = {},
): Answer {
  const row = eventRows[name]
  const detail = `Hookline itself failed: ${message}`
  // Managed guards count too: a file of a less trusted source that makes us fail must not switch them off.
  const wantsClosed = entries.some(
    ({ failClosed, trust, event }) =>
      trust === 'managed' || (failClosed ?? (event !== name && eventRows[event].onFailure === 'closed')),
  )
  const again = host.recheck?.(name, input)
  // The act is done. A gate would have hidden a part of its output, so all of it is withheld.
  const forAgent = 'Hookline itself failed, so this is refused.'
  if (again !== undefined && wantsClosed)
    return printedBy(host, { stdout: again.answer(forAgent), exitCode: exits.fine, says: detail })
  const closed = row.gate.kind !== 'none' && (row.onFailure === 'closed' || wantsClosed)
  // With exit 2 some agents pass stderr to the model, so the details are in the person's message alone.
  return closed
    ? printedBy(host, { stdout: host.refuse(detail, forAgent), exitCode: exits.refused, says: forAgent })
    : printedBy(host, { stdout: {}, exitCode: exits.fine, says: detail })
}

/** Hooks that are not read could have refused. The agent may act on fewer files at a time. */
function refuseExcess(host: Host, name: EventName, why: string): Answer {
  const says = `Hookline does not read the hooks of this event: ${why}`
  if (eventRows[name].gate.kind === 'none') return printedBy(host, { stdout: {}, exitCode: exits.fine, says })
  const forAgent = 'Too many directories have hooks for this, so it is refused. Act on fewer files at a time.'
  const stdout = host.refuse(`${says}. Remove hook files that are not needed.`, forAgent)
  return printedBy(host, { stdout, exitCode: exits.refused, says: forAgent })
}

function refuseUnreadable(host: Host, why: string): Answer {
  const says = `Hookline cannot read this event, so it is refused: ${why}`
  return printedBy(host, { stdout: host.refuse(says, says), exitCode: exits.refused, says })
}

/** The agent that sent it may not read this reply, and most agents take exit code 2 for a refusal. */
function refuseForeign(host: Host, why: string): Answer {
  const refused = refuseUnreadable(host, why)
  const { print } = refused
  return print === undefined
    ? refused
    : { ...refused, print: (reply, code) => ({ ...print(reply, code), exitCode: exits.refused }) }
}

const printedBy = ({ print }: Host, answer: Answer): Answer => (print === undefined ? answer : { ...answer, print })
