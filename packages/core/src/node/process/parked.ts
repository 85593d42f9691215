/** Keeps processes of hooks that were started ahead of time and wait on their stdin (CONTRACT §5, parked hooks). */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import type { SpawnRequest } from '../../runners/command.ts'
import type { Fifos, InputFifo } from './fifos.ts'
import { type Outlet, type Outlets, takeOutlets } from './outlet.ts'
import { startProcess } from './start-process.ts'
import { killRemaining, signalTree, withRunId } from './tree.ts'

export interface ParkedOptions {
  /** How many wait at most. */
  readonly max: number
  readonly maxAgeMs?: number
  readonly maxBytes?: number
}

/** Why a hook is not parked for a while. */
type Unsuitable = 'output' | 'ended' | 'unread'

/** A process that was taken for one event. */
export interface Taken {
  /** The run to which it and its children belong. */
  readonly id: string
  readonly child: ChildProcess
  readonly outlets: Outlets
  /** After it has ended: whether it read any of its event. Call it once: it closes what is left of its stdin. */
  hasRead(): boolean
}

export interface Parked {
  /** The process that waits for such a request, with the event on its stdin; undefined if there is none that may be used. */
  take(request: SpawnRequest): Taken | undefined
  /** Starts the next process of this hook in a moment. */
  refill(request: SpawnRequest): void
  /** The hook is not parked again for a while. */
  block(request: SpawnRequest, why: Unsuitable): void
  /** Why the hook was blocked since the last call. */
  newlyBlocked(request: SpawnRequest): Unsuitable | undefined
  /** Ends all that wait. Resolves when they have ended. */
  discard(): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  readonly id: string
  readonly child: ChildProcess
  readonly outlets: Outlets
  readonly input: InputFifo
  /** What it was started with. */
  readonly request: SpawnRequest
  readonly stamp: string
  readonly timer: NodeJS.Timeout
}

interface Blocked {
  readonly why: Unsuitable
  readonly until: number
  noted: boolean
}

const maxAge = 5 * 60_000
const blockedMs = 10 * 60_000
const maxMemory = 256 * 2 ** 20
/** A pipe holds 64 KiB. An event must fit, because what a pipe does not take at once would have to be written while the hook runs. */
const maxPayload = 60 * 1024
/** The reply to the host comes first. */
const refillDelayMs = 5
const graceMs = 150
/** How often a FIFO is opened for a process that opens its stdin late. */
const firstReopenMs = 5
const maxReopenMs = 50

export function createParked(fifos: Fifos, { max, maxAgeMs = maxAge, maxBytes = maxMemory }: ParkedOptions): Parked {
  /** By hook, the oldest first. */
  const waiting = new Map<string, Waiting>()
  const blocked = new Map<string, Blocked>()
  const endings = new Set<Promise<void>>()
  let closed = false

  function remove(slot: string): Waiting | undefined {
    const found = waiting.get(slot)
    waiting.delete(slot)
    if (found !== undefined) clearTimeout(found.timer)
    if (waiting.size === 0) lots.delete(killAll)
    return found
  }
  function end(slot: string): void {
    const found = remove(slot)
    if (found === undefined) return
    const ending = endProcess(found).finally(() => endings.delete(ending))
    endings.add(ending)
  }
  function block(slot: string, why: Unsuitable): void {
    blocked.set(slot, { why, until: performance.now() + blockedMs, noted: false })
  }
  function isBlocked(slot: string): boolean {
    const found = blocked.get(slot)
    return found !== undefined && performance.now() < found.until
  }
  function park(request: SpawnRequest, slot: string, stamp: string): void {
    const started = start(request, fifos, () => drop('output'))
    if (started === undefined) return
    const { child } = started
    function drop(why: Unsuitable): void {
      if (waiting.get(slot)?.child !== child) return
      block(slot, why)
      end(slot)
    }
    child.once('exit', () => drop('ended')).once('error', () => drop('ended'))
    const timer = setTimeout(() => end(slot), maxAgeMs).unref()
    waiting.set(slot, { ...started, request: { ...request, stdin: '' }, stamp, timer })
    killAtExit(killAll)
    while (waiting.size > max || (waiting.size > 1 && memoryOf(waiting.values()) > maxBytes)) end(oldest(waiting))
  }
  function killAll(): void {
    for (const { child } of waiting.values()) if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL')
  }
  async function discard(): Promise<void> {
    blocked.clear()
    for (const slot of [...waiting.keys()]) end(slot)
    await Promise.all(endings)
  }

  return {
    take(request) {
      const slot = request.park?.hook
      const found = slot === undefined ? undefined : waiting.get(slot)
      if (slot === undefined || found === undefined || Buffer.byteLength(request.stdin) > maxPayload) return undefined
      if (request.signal.aborted) return undefined
      if (!isSameStart(found.request, request) || found.stamp !== request.park?.stamp) {
        end(slot)
        return undefined
      }
      for (const outlet of found.outlets) outlet.flush?.()
      // It has printed something, and was dropped.
      if (!waiting.has(slot)) return undefined
      if (!send(found.input, request.stdin)) {
        end(slot)
        return undefined
      }
      remove(slot)
      found.child.ref()
      const stopReopening = keepOpenable(found.input)
      return {
        ...found,
        hasRead() {
          stopReopening()
          return hasRead(found.input, Buffer.byteLength(request.stdin))
        },
      }
    },
    refill(request) {
      const slot = request.park?.hook
      if (closed || slot === undefined || isBlocked(slot)) return
      setTimeout(() => {
        const stamp = request.park?.stampNow()
        if (closed || stamp === undefined || isBlocked(slot)) return
        const other = waiting.get(slot)
        if (other !== undefined && isSameStart(other.request, request)) return
        end(slot)
        park(request, slot, stamp)
      }, refillDelayMs).unref()
    },
    block(request, why) {
      if (request.park !== undefined) block(request.park.hook, why)
    },
    newlyBlocked(request) {
      const found = request.park === undefined ? undefined : blocked.get(request.park.hook)
      if (found === undefined || found.noted) return undefined
      found.noted = true
      return found.why
    },
    discard,
    async close() {
      closed = true
      await discard()
    },
  }
}

// The map has more than one element where this is called.
const oldest = (waiting: ReadonlyMap<string, Waiting>): string => waiting.keys().next().value as string

/** Whether two processes get the same when they start. */
const isSameStart = (one: SpawnRequest, other: SpawnRequest): boolean =>
  one.shell === other.shell &&
  one.cwd === other.cwd &&
  one.pool === other.pool &&
  one.args.length === other.args.length &&
  one.args.every((word, at) => word === other.args[at]) &&
  isSameEnvironment(one.env, other.env)

function isSameEnvironment(one: SpawnRequest['env'], other: SpawnRequest['env']): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** Undefined if the system lacks what it needs: the hook is then started for each event. */
function start(
  request: SpawnRequest,
  fifos: Fifos,
  onEarlyOutput: () => void,
): Pick<Waiting, 'id' | 'child' | 'outlets' | 'input'> | undefined {
  let child: ChildProcess | undefined
  let outlets: Outlets | undefined
  let input: InputFifo | undefined
  try {
    outlets = takeOutlets(fifos, request.pool)
    input = outlets === undefined ? undefined : fifos.takeInput()
    if (outlets === undefined || input === undefined) return release(outlets, input)
    const id = randomUUID()
    child = startProcess(withRunId(request, id), [input.stdin, outlets[0].stdio, outlets[1].stdio])
    const waiting: Outlets = [waitOn(outlets[0], onEarlyOutput), waitOn(outlets[1], onEarlyOutput)]
    closeSync(input.stdin)
    child.unref()
    return { id, child, outlets: waiting, input }
  } catch {
    if (child?.pid !== undefined) signalTree(child.pid, 'SIGKILL')
    return release(outlets, input)
  }
}

/** Begins to read now, so that nothing has to be set up when the event comes. */
function waitOn(outlet: Outlet, onEarlyOutput: () => void): Outlet {
  let receive: (bytes: Uint8Array) => void = onEarlyOutput
  outlet.begin(null, (bytes) => receive(bytes))
  outlet.keepAlive?.(false)
  return {
    ...outlet,
    begin(_stream, given) {
      receive = given
      outlet.keepAlive?.(true)
    },
  }
}

function release(outlets: Outlets | undefined, input: InputFifo | undefined): undefined {
  for (const outlet of outlets ?? []) outlet.finish()
  if (input !== undefined) for (const fd of [input.stdin, input.writer, input.reader]) closeSync(fd)
}

/** Writes all of it and ends the text. False if the pipe took only a part: the process must then not be used. */
function send({ writer }: InputFifo, text: string): boolean {
  const bytes = Buffer.from(text)
  try {
    if (writeSync(writer, bytes) !== bytes.length) return false
  } catch {
    return false
  }
  closeSync(writer)
  return true
}

/**
 * A process that opens `/dev/stdin` after the text was sent would wait for another writer. Each writer that comes and goes lets
 * such a process in, and changes nothing for one that reads.
 */
function keepOpenable({ path }: InputFifo): () => void {
  let delay = firstReopenMs
  let timer = setTimeout(reopen, delay)
  function reopen(): void {
    try {
      closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
    } catch {
      // Out of descriptors: the next one may succeed.
    }
    delay = Math.min(maxReopenMs, delay * 1.25)
    timer = setTimeout(reopen, delay)
  }
  return () => clearTimeout(timer)
}

/** Closes the reader. A process that left the whole text has not read any of it. */
function hasRead({ reader }: InputFifo, sent: number): boolean {
  try {
    return readSync(reader, Buffer.allocUnsafe(sent), 0, sent, null) < sent
  } catch {
    return true
  } finally {
    closeSync(reader)
  }
}

/** Ends a process that waits. Its stdin is closed last, so that it never reads an empty event. */
function endProcess({ id, child, outlets, input }: Waiting): Promise<void> {
  const signal = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid !== undefined) signalTree(child.pid, name)
  }
  return new Promise<void>((resolve) => {
    const ended = (): void => {
      clearTimeout(timer)
      signal('SIGKILL')
      closeSync(input.writer)
      closeSync(input.reader)
      for (const outlet of outlets) outlet.finish()
      killRemaining(id).finally(resolve)
    }
    const timer = setTimeout(() => signal('SIGKILL'), graceMs)
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return ended()
    child.ref()
    child.once('exit', ended)
    signal('SIGTERM')
  })
}

/** The resident memory of the processes, where the system reports it. */
function memoryOf(processes: Iterable<Waiting>): number {
  let bytes = 0
  for (const { child } of processes) {
    try {
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      bytes += Number(kilobytes ?? 0) * 1024
    } catch {
      // It has ended, or the system has no such file.
    }
  }
  return bytes
}

/** Those with processes that wait, so that a host that exits without closing leaves none. */
const lots = new Set<() => void>()

function killAtExit(kill: () => void): void {
  if (lots.size === 0) process.off('exit', killEvery).on('exit', killEvery)
  lots.add(kill)
}
function killEvery(): void {
  for (const kill of lots) kill()
}
