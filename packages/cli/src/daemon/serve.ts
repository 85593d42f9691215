/**
 * The daemon: keeps free slots open at the front, and answers an event on each slot that a launcher got. The front
 * (`native/launcher.c`) decides who gets one. It ends when the front does, after the events that it began.
 */

import { connect, type Socket } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serveHooks } from '@hookline/core/node'
import { bell, createFrameReader } from './frames.ts'
import { signalName } from './remote-hook.ts'
import { type Service, type Slot, serveEvent } from './serve-event.ts'

/** More callers than these at once wait for a moment. */
const FREE_SLOTS = 16
const LOW_SLOTS = 4
const EVENTS_TO_TIDY = 64
const IDLE_MS = 1_000
/** Callers that come one after another leave no pause. */
const PAUSE_MS = 5
/** An event whose launcher sends only a part of it. */
const PARTIAL_MS = 10_000

/** Resolves when the front has closed and every event is answered. */
export function serve(path: string, context: string): Promise<void> {
  // A listener that stays: each record of an event would otherwise add and remove one (`file-sink.ts`).
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => {})
  optimiseSoon()
  const service: Service = { server: serveHooks(), context }
  const tidyLater = createTidying()
  return new Promise((resolve) => {
    let open = 0
    let isEnding = false
    const opened = () => {
      open++
    }
    let free = 0
    const closed = (wasUsed: boolean) => {
      open--
      tidyLater()
      if (!wasUsed) free--
      fill()
      if (isEnding && open === 0) resolve()
    }
    // After the answer, because a launcher waits for it: only if few are left, before it.
    const used = () => {
      free--
      if (free < LOW_SLOTS) fill()
    }
    const fill = () => {
      for (; !isEnding && free < FREE_SLOTS; free++) add()
    }
    const add = (): void => {
      openSlot(path, service, {
        opened,
        closed,
        used,
        refused: () => {
          isEnding = true
          if (open === 0) resolve()
        },
      })
    }
    fill()
  })
}

/**
 * Makes V8 optimise code after a tenth of the usual work: events are seconds apart, so it would do that after hours. Later versions
 * do not have this setting, but a second compiler that begins earlier.
 */
function optimiseSoon(): void {
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString('--interrupt-budget=6000')
}

/**
 * Collects garbage between events. What events leave is collected in a pause once half of its space is used: V8 alone would do
 * that in the middle of an event. Everything else is collected after many events, when no more come for a while: it takes so long
 * that other callers would notice, and V8 alone would let the heap grow while nothing is short of memory.
 */
function createTidying(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return () => {}
  let used = 0
  const recent = setTimeout(() => isHalfFull() && collect({ type: 'minor' }), PAUSE_MS).unref()
  const all = setTimeout(() => {
    if (used < EVENTS_TO_TIDY) return
    used = 0
    collect()
  }, IDLE_MS).unref()
  return () => {
    used++
    recent.refresh()
    all.refresh()
  }
}

/** The space of what was made last. */
function isHalfFull(): boolean {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return space !== undefined && space.space_used_size > space.space_available_size
}

interface SlotEvents {
  opened(): void
  /** A launcher has begun to send an event. */
  used(): void
  closed(wasUsed: boolean): void
  /** The front is gone. */
  refused(): void
}

function openSlot(path: string, service: Service, events: SlotEvents): void {
  const socket = connect(path)
  let isConnected = false
  let isUsed = false
  socket.on('connect', () => {
    isConnected = true
    events.opened()
  })
  socket.on('error', ignore)
  socket.once('data', (chunk) => {
    isUsed = true
    events.used()
    attend(socket, service, chunk)
  })
  socket.on('close', () => {
    forget(socket)
    if (isConnected) events.closed(isUsed)
    else events.refused()
  })
}

const ignore = (): void => {}

/**
 * A slot waits for so long that V8 counts its socket among the old objects, which it collects seldom, together with all that
 * they refer to. So a slot refers to its event from the first byte until its end, and no longer.
 */
function forget(socket: Socket): void {
  socket.removeAllListeners()
  socket.on('error', ignore)
}

/** Lets one event through the slot. `first` is what has arrived of it. */
function attend(socket: Socket, service: Service, first: Buffer): void {
  const gone = new AbortController()
  let receiveHook: (kind: string, body: Buffer) => void = ignore
  let isAsked = false
  let isAnswered = false
  let isLost = false
  const slot: Slot = {
    send: (bytes) => void socket.write(bytes),
    signal: gone.signal,
    isLost: () => isLost,
    onHook: (receive) => {
      receiveHook = receive
    },
  }
  const onFrame = (kind: string, body: Buffer): void => {
    if (kind === 'Q' && !isAsked) {
      isAsked = true
      clearTimeout(partial)
      void serveEvent(body, slot, service).then(
        () => {
          isAnswered = true
          socket.end()
        },
        // The launcher answers by itself.
        () => socket.destroy(),
      )
    } else if (kind === 'L') isLost = true
    else if (kind === 'C') gone.abort(new DOMException(signalName(body.readUInt32LE(0)), 'AbortError'))
    else receiveHook(kind, body)
  }
  const read = createFrameReader(onFrame)
  let partial: NodeJS.Timeout | undefined
  const receive = (chunk: Buffer): void => {
    // The front rings before it knows whether the caller gets this slot, so no event may follow.
    if (!isAsked && !chunk.equals(bell)) partial ??= setTimeout(() => socket.destroy(), PARTIAL_MS)
    try {
      read(chunk)
    } catch {
      socket.destroy()
    }
  }
  socket.on('data', receive)
  socket.on('close', () => {
    clearTimeout(partial)
    if (!isAnswered) gone.abort(new DOMException('the agent ended the call', 'AbortError'))
  })
  receive(first)
}
