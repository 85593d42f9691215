/** Answers one event for the launcher at the other end of a slot, as `hookline run` would there. */
import { constants } from 'node:os'
import { dialects, hostNames } from '@hookline/core/dialects'
import { type Caller, type Hooks, type HooksServer, runWithTimeLimit } from '@hookline/core/node'
import type { Io } from '../io.ts'
import { shipLater } from '../otel/ship-later.ts'
import { type Answer, answer } from '../run/answer.ts'
import { readRunOptions, toOutput } from '../run/options.ts'
import { syncLater } from '../team/client/sync-later.ts'
import { createEnvironments, type Environment } from './environments.ts'
import { createPartReader, frame, number } from './frames.ts'
import { createRemoteHooks } from './remote-hook.ts'

/** The launcher's end of the slot. */
export interface Slot {
  send(bytes: Buffer): void
  /** Aborts with the signal that the launcher got, or when it is gone. */
  readonly signal: AbortSignal
  /** Whether the launcher has given up after `started` and records the event itself. */
  isLost(): boolean
  /** Called with each frame about a hook. */
  onHook(receive: (kind: string, body: Buffer) => void): void
}

/** What all events share. */
export interface Service {
  readonly server: HooksServer
  /** The hash for this process: hooks started here ahead of time are for callers with the same. */
  readonly context: string
}

interface Question extends Environment {
  readonly call: string
  readonly elapsedMs: number
  /** The last moment at which the daemon may begin: afterwards the launcher answers by itself. */
  readonly beginBefore: number
  /** A hash of its limits, umask, priority and control group. */
  readonly context: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly input: Buffer
}

/** Such code is ours, and its work grows with the text that it reads: below this the clock around it costs more than the work. */
const SMALL_BYTES = 16 * 1024
/** Of a process whose confinement cannot be compared. */
const UNKNOWN_CONTEXT = '0'.repeat(16)
/** They would make the program that syncs load other code. */
const loaderVariable = /^(NODE_|LD_|DYLD_|BASH_|ENV$)/

const environments = createEnvironments(process.env)
const others = () => hostNames.flatMap((name) => dialects[name] ?? [])

export async function serveEvent(body: Buffer, slot: Slot, { server, context }: Service): Promise<void> {
  const question = readQuestion(body)
  const options = question.isForThisDaemon ? optionsOf(question.args) : undefined
  if (options === undefined) return decline(slot)
  const remote = createRemoteHooks(slot.send)
  slot.onHook((kind, frameBody) => remote.receive(kind, createPartReader(frameBody)))
  let waitsUntil = Number.POSITIVE_INFINITY
  let isUnrecorded = false
  const caller: Caller = {
    env: question.env,
    cwd: question.cwd,
    startHook: remote.start,
    parks: question.context === context && context !== UNKNOWN_CONTEXT,
    // After a stop, a timer of this process may end the event before the frame of the launcher is read: the time counts too.
    isLost: () => {
      const isLost = slot.isLost() || performance.now() >= waitsUntil
      isUnrecorded ||= isLost
      return isLost
    },
    bound: question.input.length < SMALL_BYTES ? (act) => ({ value: act() }) : runWithTimeLimit,
  }
  const began = performance.now()
  let isDeclined = false
  const given = await answer(readText(question.input), {
    ...options,
    others,
    cwd: question.cwd,
    env: question.env,
    findSignal: () => slot.signal,
    call: question.call,
    elapsedMs: () => question.elapsedMs + performance.now() - began,
    create: async (create) => {
      const hooks = await server.create(create, caller)
      isDeclined =
        (!runsModulesHere(caller) && create.events.some((event) => needsOwnProcess(hooks, event))) ||
        create.events.some((event) => isLeftToRun(hooks, event))
      if (isDeclined) throw new Error('declined')
      return hooks
    },
    onStart: (afterMs) => {
      // Before the launcher knows it, so that this process is never the last to give up.
      waitsUntil = performance.now() + afterMs
      slot.send(frame('S', number(afterMs)))
      // In this order: if there is time now, the launcher has the frame before its time is over.
      isDeclined = monotonicMs() >= question.beginBefore || slot.signal.aborted
      if (isDeclined) throw new Error('the launcher no longer waits')
    },
    // Out of descriptors or memory, as a new process is not.
    onFailed: () => {
      isDeclined ||= waitsUntil === Number.POSITIVE_INFINITY
    },
  })
  if (isDeclined) return decline(slot)
  if (isUnrecorded) throw new Error('the launcher answers and records')
  slot.send(toFrame(given, slot.signal))
  const withoutLoaders = (whole: Io['env']) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !loaderVariable.test(name)))
  syncLater(question.env, withoutLoaders)
  shipLater(question.env, withoutLoaders)
}

/** The clock of the launcher: `performance.now()` counts from the start of this process. */
const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

const decline = (slot: Slot): void => slot.send(frame('D'))

/**
 * Modules get a process of this daemon with the caller's environment and directory, and prompts and HTTP hooks are sent from here. So the caller
 * must be confined as the daemon is, and nothing may be set that Node or the system reads only when a process starts.
 */
const runsModulesHere = ({ parks, env }: Caller): boolean =>
  parks === true && !Object.keys(env).some((name) => readAtStart.test(name))
const readAtStart = /^(NODE_|LD_|DYLD_|OPENSSL_|SSL_|UV_|ICU_|MALLOC_|GLIBC_)/

const ownProcessTypes: ReadonlySet<string> = new Set(['module', 'prompt', 'http'])

/** Modules, prompts and HTTP hooks have state of their process: its environment, its working directory, what they have loaded. */
const needsOwnProcess = ({ entries }: Hooks, name: string): boolean =>
  entries.some(
    ({ event, held, type, call }) =>
      event === name && held === undefined && call === undefined && ownProcessTypes.has(type),
  )

/**
 * Background hooks outlive the launcher, which starts the processes of hooks, so a process of their own runs them. Hooks of packs
 * that start programs need the environment, the terminal and the process tree of the caller.
 */
const isLeftToRun = ({ entries }: Hooks, name: string): boolean =>
  entries.some(
    ({ event, held, async, needsCaller }) =>
      event === name && held === undefined && (async === true || needsCaller === true),
  )

type Options = ReturnType<typeof readRunOptions>

/** An agent's settings call with the same arguments at every event. */
let lastOptions: { readonly args: string; readonly options: Options | undefined } | undefined

function optionsOf(args: readonly string[]): Options | undefined {
  const joined = args.join('\0')
  if (lastOptions?.args !== joined) lastOptions = { args: joined, options: tryReadOptions(args) }
  return lastOptions.options
}

/** Wrong usage is reported by a process of its own. */
function tryReadOptions(args: readonly string[]): Options | undefined {
  try {
    const options = readRunOptions(args.slice(1))
    return options.lost === undefined && options.background === undefined ? options : undefined
  } catch {
    return undefined
  }
}

function readQuestion(body: Buffer): Question {
  const parts = createPartReader(body)
  const call = parts.text()
  const elapsedMs = parts.number()
  const beginBefore = Number(parts.long())
  const context = parts.long().toString(16).padStart(16, '0')
  const args = parts.list()
  const cwd = parts.text()
  const environment = environments.read(parts.part())
  return { call, elapsedMs, beginBefore, context, args, cwd, ...environment, input: parts.rest() }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function readText(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function toFrame(answer: Answer, signal: AbortSignal): Buffer {
  const { stdout, stderr, exitCode } = toOutput(answer)
  const out = Buffer.from(stdout)
  return frame('A', number(interruptedBy(signal) ?? exitCode), number(out.length), out, Buffer.from(stderr))
}

/** The exit code of a process that a signal asked to end. */
function interruptedBy({ aborted, reason }: AbortSignal): number | undefined {
  if (!aborted) return undefined
  const name = reason instanceof Error ? reason.message : ''
  const signal = Object.entries(constants.signals).find(([known]) => known === name)?.[1]
  return signal === undefined ? undefined : 128 + signal
}
