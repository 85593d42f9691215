/**
 * A small process that starts hooks for a large one. To start a child, the system copies the page tables of the parent,
 * and Node's event loop waits for it: longer, the more memory the parent uses. The helper stays small, so it does not wait.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { type HelperMessage, helperProgram, type StartMessage } from './helper-program.ts'

/** What becomes of one start. After `failed`, `ended` or `lost` there is nothing more. */
interface StartListener {
  /** The hook has its descriptors, so those here may be closed. */
  started(pid: number): void
  /** The hook did not start. */
  failed(error: Error): void
  ended(code: number | null, signal: string | null): void
  /** The helper has died: the hook may run, and how it ends is never known. */
  lost(): void
}

interface Start {
  /** Stops keeping this process alive for it. */
  unref(): void
}

export interface Helper {
  readonly isReady: boolean
  /** Undefined if the request is too large to send. The descriptors must stay open until the listener is called. */
  start(request: Omit<StartMessage, 'id'>, listener: StartListener): Start | undefined
  /** Ends it once nothing that it started is running. Resolves at once if something is. */
  end(): Promise<void>
}

/** A larger environment is seldom, and may be more than the system allows. */
const maxMessage = 512 * 1024
/** A helper that has not answered this long after its hook was given up does not answer any more. */
const unresponsiveMs = 5_000

/** May throw like any start. `onEnd` is called once, with whether `end` was called before. */
export function startHelper(onEnd: (asked: boolean) => void): Helper {
  const probe = openSync('/dev/null', 'r')
  const child = startProgram(probe)
  const starts = new Map<number, { readonly listener: StartListener; isStarted: boolean }>()
  const keepingAlive = new Set<number>()
  let last = 0
  let state: 'starting' | 'ready' | 'ended' = 'starting'
  let isAsked = false

  function forget(id: number): void {
    starts.delete(id)
    unref(id)
    if (isAsked && starts.size === 0) child.kill('SIGKILL')
  }
  function unref(id: number): void {
    if (keepingAlive.delete(id) && keepingAlive.size === 0) child.unref()
  }
  function receive(message: HelperMessage): void {
    if (message.id === 0) {
      state = 'ready'
      closeSync(probe)
      return
    }
    const start = starts.get(message.id)
    if (start === undefined) return
    if ('pid' in message) {
      start.isStarted = true
      start.listener.started(message.pid)
      return
    }
    forget(message.id)
    if ('error' in message) start.listener.failed(errorOf(message))
    else if ('code' in message) start.listener.ended(message.code, message.signal)
  }
  function finish(): void {
    if (state === 'ended') return
    if (state === 'starting') closeSync(probe)
    state = 'ended'
    onEnd(isAsked)
    for (const [id, { listener }] of [...starts]) {
      forget(id)
      listener.lost()
    }
  }
  // `close` comes after everything that the helper printed was read.
  child.on('error', finish).once('close', finish)
  readLines(child, receive)

  return {
    get isReady() {
      return state === 'ready' && !isAsked
    },
    start(request, listener) {
      const id = ++last
      const text = JSON.stringify({ id, ...request } satisfies StartMessage)
      if (text.length > maxMessage) return undefined
      const start = { listener, isStarted: false }
      starts.set(id, start)
      keepingAlive.add(id)
      child.ref()
      child.stdin?.write(`${text}\n`)
      const killIfUnresponsive = () => {
        if (!start.isStarted && starts.has(id)) child.kill('SIGKILL')
      }
      return {
        unref() {
          unref(id)
          if (!start.isStarted) setTimeout(killIfUnresponsive, unresponsiveMs).unref()
        },
      }
    },
    async end() {
      isAsked = true
      if (state === 'ended' || starts.size > 0) return
      const closed = new Promise((resolve) => child.once('close', resolve))
      child.ref()
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Without the variables of this process, of which some load code. In its own group: Ctrl-C in a terminal must not end it. */
function startProgram(probe: number): ChildProcess {
  try {
    const args = ['--input-type=commonjs', '-e', helperProgram, String(process.pid), String(probe)]
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
      env: {},
      detached: true,
    })
    child.unref()
    for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref()
    // If the helper has died, `close` follows.
    child.stdin?.on('error', () => {})
    return child
  } catch (error) {
    closeSync(probe)
    throw error
  }
}

function readLines({ stdout }: ChildProcess, receive: (message: HelperMessage) => void): void {
  let unread = ''
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unread + text).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) receive(JSON.parse(line))
  })
}

const errorOf = ({ error, errorCode }: Extract<HelperMessage, { error: string }>): Error =>
  Object.assign(new Error(error), errorCode === undefined ? {} : { code: errorCode })
