/** Watches one started process until it ends, or until it has to be stopped. */
import { isUtf8 } from 'node:buffer'
import { EventEmitter, setMaxListeners } from 'node:events'
import type { Readable } from 'node:stream'
import type { Raw, RawEnd } from '../../flow.ts'
import type { SpawnRequest } from '../../runners/command.ts'
import type { Outlets } from './outlet.ts'
import { describeStartFailure } from './start-failure.ts'
import { signalTree } from './tree.ts'

const maxStdout = 1024 * 1024
const maxStderr = 256 * 1024
/** From SIGTERM to SIGKILL, and from there to the result. Together a timeout is exceeded by at most a quarter of a second. */
const graceMs = 150
const afterKillMs = 50

/** What is needed of a `ChildProcess`. */
export interface Supervised {
  readonly pid?: number | undefined
  readonly stdout: Readable | null | undefined
  readonly stderr: Readable | null | undefined
  once(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  unref(): void
  /** Ends it and what it started, if that is not done by its pid. */
  endTree?(): void
}

/** A process that another one has started and reports about. */
export interface RemoteChild {
  readonly child: Supervised
  begin(pid: number): void
  fail(error: unknown): void
  end(code: number | null, signal: string | null): void
  kill(): void
}

/** If it was given up before its pid is known, it is killed as soon as it is. */
export function createRemoteChild(onUnref: () => void = () => {}, endTree?: () => void): RemoteChild {
  const emitter = new EventEmitter()
  let isGivenUp = false
  const child: Supervised & { pid?: number | undefined } = {
    pid: undefined,
    stdout: null,
    stderr: null,
    once: emitter.once.bind(emitter),
    ...(endTree === undefined ? {} : { endTree }),
    unref() {
      isGivenUp = true
      onUnref()
    },
  }
  const kill = (): void => {
    if (endTree !== undefined) endTree()
    else if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL')
  }
  return {
    child,
    begin(started) {
      // The group of 1 would be every process of the user.
      child.pid = started > 1 ? started : undefined
      if (isGivenUp) kill()
    },
    fail(error) {
      if (emitter.listenerCount('error') > 0) emitter.emit('error', error)
    },
    end: (code, signal) => emitter.emit('exit', code, signal),
    kill,
  }
}

/** Never rejects. `onStopped` is called if the process had to be stopped, after its group was killed. */
export function supervise(
  child: Supervised,
  [out, err]: Outlets,
  request: SpawnRequest,
  onStopped: () => void,
): Promise<Raw> {
  const { promise, resolve } = withResolver<Raw>()
  const stdout = createCaptured(maxStdout)
  const stderr = createCaptured(maxStderr)
  let stopped: RawEnd | undefined
  let settled = false
  // If the host was busy, the end of the process may already be in the event queue: give it one turn before the timeout counts.
  let timer = setTimeout(() => setImmediate(stop, { kind: 'timeout', afterMs: request.timeoutMs }), request.timeoutMs)
  const onAbort = (): void => stop({ kind: 'deadline', message: reasonOf(request.signal) })

  function stop(why: RawEnd): void {
    if (stopped !== undefined || settled) return
    stopped = why
    signal('SIGTERM')
    restart(() => {
      signal('SIGKILL')
      restart(() => settle(why), afterKillMs)
    }, graceMs)
  }
  function restart(then: () => void, afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(then, afterMs)
  }
  function signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (child.endTree !== undefined) child.endTree()
    else if (child.pid !== undefined) signalTree(child.pid, name)
  }
  async function settle(end: RawEnd): Promise<void> {
    if (settled) return
    settled = true
    clearTimeout(timer)
    request.signal.removeEventListener('abort', onAbort)
    await Promise.all([out.finish(), err.finish()])
    const forced = stopped ?? (stdout.over() ? limit : undefined)
    // Helper processes of a hook that ended by itself were left on purpose, so they keep running.
    if (forced !== undefined) {
      signal('SIGKILL')
      child.unref()
      onStopped()
    }
    const { text, badEncoding } = stdout.text()
    resolve({ end: forced ?? end, stdout: text, ...(badEncoding && { badEncoding }), stderr: stderr.text().text })
  }

  child.once('exit', (code, name) => settle(endOf(code, name)))
  child.once('error', (error) => settle({ kind: 'spawn', message: describeStartFailure(error, request) }))
  // All hooks of an event listen to one signal, so more than ten listeners are not a leak.
  setMaxListeners(0, request.signal)
  request.signal.addEventListener('abort', onAbort, { once: true })
  try {
    out.begin(child.stdout, (bytes) => {
      stdout.add(bytes)
      if (stdout.over()) stop(limit)
    })
    err.begin(child.stderr, stderr.add)
  } catch (error) {
    stop({ kind: 'spawn', message: describeStartFailure(error, request) })
  }
  return promise
}

const limit: RawEnd = { kind: 'output-limit' }

const endOf = (code: number | null, name: string | null): RawEnd =>
  name === null ? { kind: 'exit', code: code ?? 1 } : { kind: 'signal', signal: name }

/** The reason given for the abort, for the log record. */
export const reasonOf = ({ reason }: AbortSignal): string =>
  reason instanceof Error ? reason.message : String(reason ?? 'aborted')

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** The output of a hook on one stream, up to a limit. */
interface Captured {
  /** Keeps a copy of what fits. */
  add(bytes: Uint8Array): void
  /** Whether there was more than the limit. */
  over(): boolean
  text(): { readonly text: string; readonly badEncoding: boolean }
}

function createCaptured(limit: number): Captured {
  let kept = Buffer.alloc(0)
  let length = 0
  let over = false

  function grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * kept.length, 1024)))
    kept.copy(larger, 0, 0, length)
    kept = larger
  }
  return {
    add(bytes) {
      const fitting = Math.min(bytes.length, limit - length)
      if (fitting < bytes.length) over = true
      if (length + fitting > kept.length) grow(length + fitting)
      kept.set(bytes.subarray(0, fitting), length)
      length += fitting
    },
    over: () => over,
    text: () => decode(kept.subarray(0, length), over),
  }
}

/** Decodes everything at once, so that a character that was split between two reads is decoded correctly. */
function decode(bytes: Uint8Array, cut: boolean): { readonly text: string; readonly badEncoding: boolean } {
  if (cut) {
    // `stream` drops the character that the limit cut in two: that is not the hook's bad encoding.
    const text = new TextDecoder().decode(bytes, { stream: true })
    return { text, badEncoding: text.includes('\ufffd') }
  }
  return { text: new TextDecoder().decode(bytes), badEncoding: !isUtf8(bytes) }
}
