/** Receives a hook's stdout or stderr: through a FIFO, or through Node's pipe on systems without FIFOs. */
import { closeSync, readSync } from 'node:fs'
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'
import type { Readable } from 'node:stream'
import type { Fifo, Fifos } from './fifos.ts'

export interface Outlet {
  readonly stdio: number | 'pipe'
  /** Starts reading, after the process has its copy of the writer. May throw system errors. */
  begin(stream: Readable | null | undefined, receive: Receive): void
  /** After `begin`: reads at once what is available. Absent: it is received later. */
  flush?(): void
  /** After `begin`: whether waiting for output keeps this process alive. It does at first. */
  keepAlive?(keep: boolean): void
  /** Reads the rest and closes. Never waits for a grandchild that keeps the other end open. Call it once, even without `begin`. */
  finish(): void | Promise<void>
}
/** The bytes are only valid until the callee returns. */
type Receive = (bytes: Uint8Array) => void

/** stdout, stderr */
export type Outlets = readonly [Outlet, Outlet]

/** Shared by all: what is read is copied before the next read. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024)
/** A grandchild may write faster than we read, so reading the rest must end at some point. */
const maxDrainReads = 32
/** How long to wait for Node's pipes to deliver what the process wrote before it ended. */
const settleMs = 50

/** Undefined if the pool does not have two. May throw when descriptors run out. */
export function takeOutlets(fifos: Fifos | undefined, pool: string): Outlets | undefined {
  const first = fifos?.take(pool)
  if (fifos === undefined || first === undefined) return undefined
  const stdout = fifoOutlet(first)
  let second: Fifo | undefined
  try {
    second = fifos.take(pool)
    return second === undefined ? undefined : [stdout, fifoOutlet(second)]
  } finally {
    if (second === undefined) stdout.finish()
  }
}

export const pipeOutlets = (): Outlets => [pipeOutlet(), pipeOutlet()]

function fifoOutlet(fifo: Fifo): Outlet {
  let socket: Socket | undefined
  let pass: Receive = () => {}
  return {
    stdio: fifo.writer,
    begin(_stream, receive) {
      pass = receive
      socket = waitingSocket(fifo.waiter, receive)
      // A failed read looks like an end; `finish` reads once more what can be read.
      socket.on('error', () => {})
      closeSync(fifo.writer)
    },
    flush: () => void drain(fifo.reader, pass),
    keepAlive(keep) {
      if (keep) socket?.ref()
      else socket?.unref()
    },
    finish() {
      if (socket === undefined) {
        closeSync(fifo.writer)
        closeSync(fifo.waiter)
      }
      const atEnd = drain(fifo.reader, pass)
      socket?.destroy()
      fifo.release(atEnd)
    },
  }
}

/** The event loop waits on the FIFO as on any socket, and reads into the shared buffer, so large output costs no memory. */
function waitingSocket(fd: number, receive: Receive): Socket {
  const callback = (length: number): boolean => {
    receive(buffer.subarray(0, length))
    return true
  }
  const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = {
    fd,
    readable: true,
    writable: false,
    onread: { buffer, callback },
  }
  return new Socket(options)
}

/** Reads everything available. True at the end of the stream, false if a process could still write. */
function drain(reader: number, pass: Receive): boolean {
  try {
    for (let reads = 0; reads < maxDrainReads; reads++) {
      const length = readSync(reader, buffer, 0, buffer.length, null)
      if (length === 0) return true
      pass(buffer.subarray(0, length))
    }
    return false
  } catch {
    return false // EAGAIN: nothing more to read now, but a writer is left.
  }
}

function pipeOutlet(): Outlet {
  let source: Readable | null | undefined
  return {
    stdio: 'pipe',
    begin(stream, receive) {
      source = stream
      stream?.on('data', receive)
      stream?.on('error', () => {})
    },
    finish() {
      const stream = source
      // Node makes none for a process that it could not start.
      if (stream === null || stream === undefined || stream.closed) return
      return new Promise<void>((resolve) => {
        const timer = setTimeout(() => closeWhenQuiet(stream), settleMs)
        stream.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

/**
 * Closes after a turn of the event loop that brings no output. If the host was busy all the time until now, what the process wrote
 * is still unread, and a denial among it would be lost.
 */
function closeWhenQuiet(stream: Readable): void {
  let received = true
  let turns = 0
  stream.on('data', () => {
    received = true
  })
  const turn = (): void => {
    if (stream.closed) return
    if (!received || turns === maxDrainReads) return void stream.destroy()
    received = false
    turns++
    setImmediate(turn)
  }
  turn()
}
