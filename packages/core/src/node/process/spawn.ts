/** Starts one process per hook: in its own process group, with stdio that can be opened by name. Every ending is a value. */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync } from 'node:fs'
import { endWithoutOutput, type Raw } from '../../flow.ts'
import type { Spawn, SpawnRequest } from '../../runners/command.ts'
import { thisSystem } from '../system/platform.ts'
import { createFifos, type Fifos } from './fifos.ts'
import type { HelperAccess } from './helper/shared-helper.ts'
import { startInHelper } from './helper/start-in-helper.ts'
import { inspect, isFile } from './inspect.ts'
import { memoryDirectories } from './memory-directory.ts'
import { type Outlets, pipeOutlets, takeOutlets } from './outlet.ts'
import { createParked, type Parked, type Taken } from './parked.ts'
import { openPayload } from './payload.ts'
import { describeStartFailure } from './start-failure.ts'
import { startProcess } from './start-process.ts'
import { waitForStartTurn } from './start-turn.ts'
import { reasonOf, type Supervised, supervise } from './supervise.ts'
import { killRemaining, withRunId } from './tree.ts'
import { openVariablesFile, passToAgent, type VariablesFile } from './variables-file.ts'

export interface SpawnOptions {
  /** Directories for short-lived payloads and FIFOs, in order of preference. */
  readonly directories?: readonly string[]
  /** Another pool, or none: then Node's own pipes are used, as on Windows. */
  readonly fifos?: Fifos | 'none'
  /** For a process that handles one event: creates only as many FIFOs as its hooks need. */
  readonly oneShot?: boolean
  /** How many processes are started ahead of time at most, for requests that allow it. Default: none. */
  readonly maxParked?: number
  /** Processes that others have started ahead of time, and their owner ends. */
  readonly parked?: Parked
  /** Starts processes elsewhere: in the program that called. May throw like a start here. */
  readonly startElsewhere?: (request: SpawnRequest) => Started
  /** Starts processes from a small process, if this one is large. */
  readonly helper?: HelperAccess
}

/** A process and where its output arrives. */
export interface Started {
  readonly child: Supervised
  readonly outlets: Outlets
}

/** The real implementation of the port. Creates nothing before the first `run` or `warm`, and keeps the host alive only while a hook runs. */
export function createSpawn(options: SpawnOptions = {}): Spawn {
  const { directories = memoryDirectories(), startElsewhere, helper } = options
  const pool = startElsewhere === undefined ? options.fifos : 'none'
  const fifos = pool === 'none' ? undefined : (pool ?? createPool(directories, options))
  const { maxParked = 0 } = options
  const own = fifos === undefined || maxParked === 0 ? undefined : createParked(fifos, { max: maxParked })
  const parked = options.parked ?? own
  const cleanups = new Set<Promise<void>>()
  let waiting = 0
  let closed = false

  async function waitForOutlets(pool: string): Promise<Outlets> {
    waiting++
    const ready = await fifos?.refill(2 * waiting)
    waiting--
    return takeOutlets(fifos, pool) ?? (ready === true && !closed ? waitForOutlets(pool) : pipeOutlets())
  }
  function killRemainingLater(id: string): void {
    const cleanup = killRemaining(id).finally(() => cleanups.delete(cleanup))
    cleanups.add(cleanup)
  }
  /** In a parked process, if one waits and may be used. */
  async function run(request: SpawnRequest): Promise<Raw> {
    if (closed) return endWithoutOutput({ kind: 'spawn', message: 'the engine was closed' })
    if (parked === undefined || request.park === undefined || request.variablesFile !== undefined)
      return runNow(request)
    const started = performance.now()
    const taken = parked.take(request)
    const first = taken === undefined ? undefined : await runTaken(taken, request)
    if (first === undefined && taken !== undefined) parked.block(request, 'unread')
    const timeoutMs = Math.max(1, request.timeoutMs - (performance.now() - started))
    const raw = first ?? (await runNow(taken === undefined ? request : { ...request, timeoutMs }))
    if (raw.end.kind === 'exit') parked.refill(request)
    const why = parked.newlyBlocked(request)
    const notes = [...(first === undefined ? [] : ['parked']), ...(why === undefined ? [] : [`not-parked:${why}`])]
    return notes.length === 0 ? raw : { ...raw, notes }
  }
  /** Undefined if the process ended without reading its event: what it did was not about the event. */
  async function runTaken(taken: Taken, request: SpawnRequest): Promise<Raw | undefined> {
    const raw = await supervise(taken.child, taken.outlets, request, () => killRemainingLater(taken.id))
    const hasRead = taken.hasRead()
    return hasRead || (raw.end.kind !== 'exit' && raw.end.kind !== 'signal') ? raw : undefined
  }
  async function runNow(request: SpawnRequest): Promise<Raw> {
    try {
      const outlets = startElsewhere ?? takeOutlets(fifos, request.pool) ?? (await waitForOutlets(request.pool))
      const turn = startElsewhere === undefined ? waitForStartTurn() : undefined
      if (turn !== undefined) await turn
      const id = randomUUID()
      const file = request.variablesFile === undefined ? undefined : openVariablesFile(directories)
      try {
        const complete = confine(withRunId(withFile(request, file), id), file, id)
        const started =
          typeof outlets === 'function'
            ? startOutside(complete, outlets)
            : start(complete, outlets, directories, helper, () => killRemainingLater(id))
        if (started === undefined) return endWithoutOutput({ kind: 'deadline', message: reasonOf(request.signal) })
        const raw = await supervise(started.child, started.outlets, request, () => killRemainingLater(id))
        if (file === undefined || request.variablesFile === undefined) return raw
        const variables = file.take()
        passToAgent(variables, request.env[request.variablesFile])
        return { ...raw, variables }
      } finally {
        file?.take()
      }
    } catch (error) {
      return endWithoutOutput({ kind: 'spawn', message: describeStartFailure(error, request) })
    }
  }
  async function close(): Promise<void> {
    closed = true
    await own?.close()
    await Promise.all([fifos?.close(), helper?.close(), ...cleanups])
  }
  function warm(runs = 0): void {
    // stdout and stderr of each run.
    fifos?.warm(2 * runs)
    helper?.get()
  }
  const discardParked = (): void => void own?.discard()
  return { system: thisSystem, run, warm, isFile, inspect, discardParked, close }
}

const createPool = (directories: readonly string[], { oneShot = false }: SpawnOptions): Fifos =>
  createFifos(directories, undefined, oneShot ? 0 : undefined)

/** Adds the environment variable that names the file. */
const withFile = (request: SpawnRequest, file: VariablesFile | undefined): SpawnRequest =>
  file === undefined || request.variablesFile === undefined
    ? request
    : { ...request, env: { ...request.env, [request.variablesFile]: file.path } }

/** The program that makes the sandbox has the run's id too, and none of the hook's variables. */
function confine(request: SpawnRequest, file: VariablesFile | undefined, id: string): SpawnRequest {
  if (request.confine === undefined) return request
  const { direct: _direct, ...rest } = request
  const { shell, args, env } = request.confine(request, file === undefined ? [] : [file.path])
  return withRunId({ ...rest, shell, args, env }, id)
}

const startOutside = (
  request: SpawnRequest,
  startElsewhere: (request: SpawnRequest) => Started,
): Started | undefined => (request.signal.aborted ? undefined : startElsewhere(request))

/** Undefined if it was cancelled before it began. May throw; then nothing is left open. */
function start(
  request: SpawnRequest,
  outlets: Outlets,
  directories: readonly string[],
  access: HelperAccess | undefined,
  onLost: () => void,
): Started | undefined {
  let started: Started | undefined
  let isStdinTaken = false
  const stdin = thisSystem === 'win32' ? undefined : openPayload(request.stdin, directories)
  try {
    if (request.signal.aborted) return undefined
    const helper = stdin === undefined ? undefined : access?.get()
    if (helper !== undefined && stdin !== undefined) {
      started = startInHelper(helper, request, [stdin, ...outlets], { closeStdin: () => closeSync(stdin), onLost })
      isStdinTaken = started !== undefined
    }
    started ??= { child: startHere(request, stdin, outlets), outlets }
    return started
  } finally {
    if (stdin !== undefined && !isStdinTaken) closeSync(stdin)
    if (started === undefined) for (const outlet of outlets) outlet.finish()
  }
}

function startHere(request: SpawnRequest, stdin: number | undefined, outlets: Outlets): ChildProcess {
  const child = startProcess(request, [stdin ?? 'pipe', outlets[0].stdio, outlets[1].stdio])
  writeStdin(child, request.stdin)
  return child
}

/** Used only if the payload is not in a file. Ignores EPIPE: a hook may exit without reading its input. */
function writeStdin({ stdin }: ChildProcess, payload: string): void {
  stdin?.on('error', () => {})
  stdin?.end(payload)
}

/**
 * Starts the processes of many engines with one pool of FIFOs, because a pool of its own costs each engine a process.
 * Returns a function that creates the `Spawn` of one engine by a name of its own. A FIFO that one engine has used is never
 * used for another, because a hook may have kept an end open.
 */
export function createSharedSpawn(): (engine: string) => Spawn {
  const directories = memoryDirectories()
  const fifos = createFifos(directories)
  return (engine) =>
    createSpawn({
      directories,
      fifos: { ...fifos, take: (pool) => fifos.take(`${engine} ${pool}`), close: async () => {} },
    })
}
