/**
 * A pool of FIFOs for the stdout and stderr of hooks. Node's own stdio pipes are sockets, and a socket cannot be opened
 * as `/dev/stdout`. On Linux a FIFO is unlinked at once and reopened through its descriptor: nothing stays on disk, and
 * each one is used for many runs. On other systems it keeps its name until it is opened, and is used once.
 */
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { type Batch, mkfifo, removeNames, unlink } from './mkfifo.ts'
import { removeEmpty } from './payload.ts'

/** An opened FIFO. */
export interface Fifo {
  /** A non-blocking descriptor for reading what is available. */
  readonly reader: number
  /** A second reading descriptor, for the socket that waits on it and closes it. */
  readonly waiter: number
  /** For the process; closed here once the process has its copy. */
  readonly writer: number
  /** Returns it to the pool. `atEnd`: its end was read, so no process writes to it any more. */
  release(atEnd: boolean): void
}

/** A FIFO for the stdin of a process that waits. It is used once: a hook may have kept its end open. */
export interface InputFifo {
  /** For the process; to be closed here once the process has its copy. */
  readonly stdin: number
  /** Non-blocking. To close it ends the text. */
  readonly writer: number
  /** A non-blocking descriptor for what the process has not read. */
  readonly reader: number
  /** By which it can be opened while the reader is open. */
  readonly path: string
}

export interface Fifos {
  /**
   * Returns at once, with undefined if none is left. May throw when descriptors run out. A used one is only reused within
   * its own `pool`: a hook may have kept an end open, and must not read the output of a hook from a more trusted source.
   */
  take(pool: string): Fifo | undefined
  /** One that no process has used, for a stdin. Returns and throws like `take`. Always undefined where FIFOs cannot be reopened. */
  takeInput(): InputFifo | undefined
  /** Resolves when there are more to take; false if none could be created. */
  refill(count: number): Promise<boolean>
  /** Starts creating more if few are left. Without batches, if fewer than `count` are left. */
  warm(count?: number): void
  /** Deletes everything on disk. */
  close(): Promise<void>
}

/** A FIFO that is not in use. Without a reader it still has its name on disk. */
interface FreeFifo {
  readonly path: string
  readonly directory: string
  readonly reader?: number
  /** The pool that has used it; absent if it is unused. */
  readonly pool?: string
}

const smallBatch = 32
const largeBatch = 256
/** How many are kept open between runs; any more are closed when they are returned. */
const maxKept = 64
/** With this many left, the next batch is created, before a hook has to wait for it. */
const lowMark = 4
/** After this many failures in a row it is not tried again: the system has no `mkfifo`. */
const maxFailures = 3

const reading = constants.O_RDONLY | constants.O_NONBLOCK

/** `batch` is how many are created at a time. With 0 only those that runs ask for: a process for one event needs no others. */
export function createFifos(
  directories: readonly string[],
  reopens = existsSync('/proc/self/fd'),
  batch = smallBatch,
): Fifos {
  const free: FreeFifo[] = []
  let pendingBatch: { readonly batch: Batch | undefined; readonly done: Promise<boolean> } | undefined
  let failures = process.platform === 'win32' ? maxFailures : 0
  let closed = false

  function make(count: number): NonNullable<typeof pendingBatch> {
    const batch = mkfifo(count, directories)
    // Creating a batch must not keep the host alive; a caller that waits for it does (`refill`).
    batch?.maker.unref()
    return { batch, done: settle(batch) }
  }
  async function settle(batch: Batch | undefined): Promise<boolean> {
    const made = (await batch?.made) === true
    pendingBatch = undefined
    failures = made ? 0 : failures + 1
    if (batch === undefined) return false
    if (made && !closed) free.push(...openBatch(batch, reopens))
    else removeNames(batch.names, batch.directory)
    return made
  }
  const sizeFor = (count: number): number => Math.min(largeBatch, Math.max(batch, count))
  function more(count: number): typeof pendingBatch {
    if (!closed && failures < maxFailures) pendingBatch ??= make(count)
    return pendingBatch
  }
  function giveBack(slot: FreeFifo, reader: number, atEnd: boolean): void {
    if (atEnd && slot.reader !== undefined && !closed && free.length < maxKept) free.push(slot)
    else closeSync(reader)
  }
  function warm(count = 0): void {
    const wanted = Math.min(count, maxKept)
    const unused = free.filter((slot) => slot.pool === undefined).length
    if (batch === 0 ? free.length < wanted : unused <= lowMark) more(sizeFor(wanted))
  }
  function pick(pool: string | undefined): FreeFifo | undefined {
    const own = pool === undefined ? -1 : free.findLastIndex((slot) => slot.pool === pool)
    const at = own >= 0 ? own : free.findLastIndex((slot) => slot.pool === undefined)
    return at < 0 ? undefined : free.splice(at, 1)[0]
  }
  function release(): void {
    closed = true
    for (const slot of free.splice(0)) discard(slot)
    pools.delete(release)
    if (pendingBatch?.batch === undefined) return
    pendingBatch.batch.maker.kill('SIGKILL')
    removeNames(pendingBatch.batch.names, pendingBatch.batch.directory)
  }
  async function close(): Promise<void> {
    release()
    pendingBatch?.batch?.maker.ref()
    await pendingBatch?.done
  }
  releaseAtExit(release)

  function open<T>(slot: FreeFifo | undefined, opened: (slot: FreeFifo) => T): T | undefined {
    warm()
    if (slot === undefined) return undefined
    try {
      return opened(slot)
    } catch (error) {
      for (const spare of free.splice(lowMark)) discard(spare)
      throw error
    }
  }

  return {
    take: (pool) => open(pick(pool), (slot) => openFifo({ ...slot, pool }, giveBack)),
    takeInput: () => {
      const slot = reopens ? pick(undefined) : undefined
      // Where FIFOs can be reopened, each has its reader.
      return open(slot, (found) => openInput(found as FreeFifo & { readonly reader: number }))
    },
    refill(count) {
      const coming = more(sizeFor(count))
      coming?.batch?.maker.ref()
      return coming?.done ?? Promise.resolve(false)
    },
    warm,
    close,
  }
}

/** Open pools, so that a host that exits without closing leaves no names on disk. */
const pools = new Set<() => void>()

function releaseAtExit(release: () => void): void {
  if (pools.size === 0) process.off('exit', releaseAll).on('exit', releaseAll)
  pools.add(release)
}
function releaseAll(): void {
  for (const release of pools) release()
}

function openBatch({ names, directory }: Batch, reopens: boolean): readonly FreeFifo[] {
  if (!reopens) return names.map((path) => ({ path, directory }))
  const opened: FreeFifo[] = []
  for (const name of names) {
    try {
      const reader = openSync(name, reading)
      opened.push({ path: `/proc/self/fd/${reader}`, directory, reader })
    } catch {
      // Out of descriptors: leave them to the host.
      for (const slot of opened.splice(lowMark)) discard(slot)
      break
    }
  }
  removeNames(names, directory)
  return opened
}

function discard(slot: FreeFifo): void {
  if (slot.reader !== undefined) closeSync(slot.reader)
  else removeNames([slot.path], slot.directory)
}

/** Opens the reader first: without one, opening for writing would block. */
function openFifo(slot: FreeFifo, giveBack: (slot: FreeFifo, reader: number, atEnd: boolean) => void): Fifo {
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

/** Opens the writer before the end of the process: without one, opening that end would block. */
function openInput(slot: FreeFifo & { readonly reader: number }): InputFifo {
  const { path, reader } = slot
  const opened: number[] = [reader]
  try {
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    opened.push(writer)
    return { stdin: openSync(path, constants.O_RDONLY), writer, reader, path }
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}
