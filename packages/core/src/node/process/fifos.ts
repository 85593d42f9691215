/**
 * A pool of FIFOs for the stdout and stderr of hooks. Node's own stdio pipes are sockets, and a socket cannot be opened
 * as `/dev/stdout`. On Linux a FIFO is unlinked at once and reopened through its descriptor: nothing stays on disk, and
 * each serves many runs. Elsewhere it keeps its name until it is opened, once.
 */
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { type Batch, mkfifo, removeNames, unlink } from './mkfifo.ts'
import { removeEmpty } from './payload.ts'

/** An opened FIFO. */
export interface Fifo {
  /** Non-blocking, for reading what is there. */
  readonly reader: number
  /** Another one, for the socket that waits on it and closes it. */
  readonly waiter: number
  /** For the process; to be closed here once it has its copy. */
  readonly writer: number
  /** Gives it back; `atEnd` says that its end was read, so nobody writes to it any more. */
  release(atEnd: boolean): void
}

export interface Fifos {
  /**
   * At once, or undefined when there is none left. May throw when descriptors run out. A used one serves its own `pool`
   * only: a hook may have kept an end of it open, and must not read what a hook of a more trusted source says.
   */
  take(pool: string): Fifo | undefined
  /** Resolves when there are more to take; false when none could be made. */
  refill(count: number): Promise<boolean>
  /** Begins to make some, should there be few. */
  warm(): void
  /** Leaves nothing on disk. */
  close(): Promise<void>
}

/** One that is not in use. Without a reader it still has its name. */
interface Slot {
  readonly path: string
  readonly directory: string
  readonly reader?: number
  /** Whose hooks have used it; absent: nobody's yet. */
  readonly pool?: string
}

const smallBatch = 32
const largeBatch = 256
/** Kept open between runs; those above are closed when they come back. */
const maxKept = 64
/** At this many the next batch is made, before anybody waits for it. */
const few = 4
/** So many times in a row, and it is not tried again: there is no such program here. */
const maxFailures = 3

const reading = constants.O_RDONLY | constants.O_NONBLOCK

export function createFifos(directories: readonly string[], reopens = existsSync('/proc/self/fd')): Fifos {
  const free: Slot[] = []
  let making: { readonly batch: Batch | undefined; readonly done: Promise<boolean> } | undefined
  let failures = process.platform === 'win32' ? maxFailures : 0
  let closed = false

  function make(count: number): NonNullable<typeof making> {
    const batch = mkfifo(count, directories)
    // A batch in the making is no reason for the host to stay alive; somebody who waits for it is (`refill`).
    batch?.maker.unref()
    return { batch, done: settle(batch) }
  }
  async function settle(batch: Batch | undefined): Promise<boolean> {
    const made = (await batch?.made) === true
    making = undefined
    failures = made ? 0 : failures + 1
    if (batch === undefined) return false
    if (made && !closed) free.push(...slots(batch, reopens))
    else removeNames(batch.names, batch.directory)
    return made
  }
  function more(count: number): typeof making {
    if (!closed && failures < maxFailures) making ??= make(count)
    return making
  }
  function giveBack(slot: Slot, reader: number, atEnd: boolean): void {
    if (atEnd && slot.reader !== undefined && !closed && free.length < maxKept) free.push(slot)
    else closeSync(reader)
  }
  function warm(): void {
    if (free.filter((slot) => slot.pool === undefined).length <= few) more(smallBatch)
  }
  function pick(pool: string): Slot | undefined {
    const own = free.findLastIndex((slot) => slot.pool === pool)
    const at = own >= 0 ? own : free.findLastIndex((slot) => slot.pool === undefined)
    return at < 0 ? undefined : free.splice(at, 1)[0]
  }
  function letGo(): void {
    closed = true
    for (const slot of free.splice(0)) discard(slot)
    pools.delete(letGo)
    if (making?.batch === undefined) return
    making.batch.maker.kill('SIGKILL')
    removeNames(making.batch.names, making.batch.directory)
  }
  async function close(): Promise<void> {
    letGo()
    making?.batch?.maker.ref()
    await making?.done
  }
  letGoAtExit(letGo)

  return {
    take(pool) {
      const slot = pick(pool)
      warm()
      if (slot === undefined) return undefined
      try {
        return openSlot({ ...slot, pool }, giveBack)
      } catch (error) {
        for (const spare of free.splice(few)) discard(spare)
        throw error
      }
    },
    refill(count) {
      const coming = more(Math.min(largeBatch, Math.max(smallBatch, count)))
      coming?.batch?.maker.ref()
      return coming?.done ?? Promise.resolve(false)
    },
    warm,
    close,
  }
}

/** Pools not closed yet, so that a host that just exits leaves no names behind either. */
const pools = new Set<() => void>()

function letGoAtExit(letGo: () => void): void {
  if (pools.size === 0) process.off('exit', letGoAll).on('exit', letGoAll)
  pools.add(letGo)
}
function letGoAll(): void {
  for (const letGo of pools) letGo()
}

function slots({ names, directory }: Batch, reopens: boolean): readonly Slot[] {
  if (!reopens) return names.map((path) => ({ path, directory }))
  const held: Slot[] = []
  for (const name of names) {
    try {
      const reader = openSync(name, reading)
      held.push({ path: `/proc/self/fd/${reader}`, directory, reader })
    } catch {
      // Out of descriptors: the host needs them more than a pool does.
      for (const slot of held.splice(few)) discard(slot)
      break
    }
  }
  removeNames(names, directory)
  return held
}

function discard(slot: Slot): void {
  if (slot.reader !== undefined) closeSync(slot.reader)
  else removeNames([slot.path], slot.directory)
}

/** The reader first: without one, opening for writing would block. */
function openSlot(slot: Slot, giveBack: (slot: Slot, reader: number, atEnd: boolean) => void): Fifo {
  const opened: number[] = []
  const open = (flags: number): number => {
    const fd = openSync(slot.path, flags)
    opened.push(fd)
    return fd
  }
  try {
    const reader = slot.reader ?? open(reading)
    const writer = open(constants.O_WRONLY)
    const waiter = open(reading)
    if (slot.reader === undefined) {
      unlink(slot.path)
      removeEmpty(slot.directory)
    }
    return { reader, waiter, writer, release: (atEnd) => giveBack(slot, reader, atEnd) }
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    if (slot.reader === undefined) discard(slot)
    else giveBack(slot, slot.reader, true)
    throw error
  }
}
