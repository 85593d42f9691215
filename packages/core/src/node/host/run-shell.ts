/** Runs one command of the agent in its own process group, streams and limits its output, and stops it with all its children. */
import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { catchFailures } from '../../listeners.ts'
import { shellFor } from '../../runners/command.ts'
import { signalTree } from '../process/tree.ts'
import { thisSystem } from '../system/platform.ts'
import { warn } from '../system/warn.ts'
import { createBoundedOutput } from './bounded-output.ts'
import type { ShellResult } from './types.ts'

export interface ShellRequest {
  readonly command: string
  readonly cwd: string
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onOutput?: ((text: string) => void) | undefined
  readonly maxBytes?: number | undefined
}

const MAX_BYTES = 1024 * 1024
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 1000
/** How long to wait for output from before the end, if a process left behind keeps the pipes open. */
const QUIET_MS = 50

/** Rejects only if the command could not be started. */
export function runShell(request: ShellRequest): Promise<ShellResult> {
  const { shell, args } = shellFor(thisSystem, request.command, { SystemRoot: process.env.SystemRoot ?? '' })
  const child = spawn(shell, args, {
    cwd: request.cwd,
    env: request.env,
    detached: thisSystem !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => watch(child, request, resolve, reject))
}

function watch(
  child: ChildProcess,
  { cwd, timeoutMs, signal, onOutput, maxBytes }: ShellRequest,
  resolve: (result: ShellResult) => void,
  reject: (error: Error) => void,
): void {
  const kept = createBoundedOutput(maxBytes ?? MAX_BYTES)
  const onPiece = onOutput && catchFailures(onOutput, 'onOutput of shell', warn)
  let stopped: 'timeout' | 'cancelled' | undefined
  let exit: { readonly code: number | null; readonly signal: string | null } | undefined
  let timer: NodeJS.Timeout | undefined
  let settled = false
  const cancel = () => stop('cancelled')
  const detach = [listen(child.stdout, receive), listen(child.stderr, receive)]

  function receive(text: string): void {
    if (text === '') return
    kept.add(text)
    onPiece?.(text)
  }
  function stop(why: 'timeout' | 'cancelled'): void {
    if (stopped !== undefined || exit !== undefined) return
    stopped = why
    end('SIGTERM')
    restart(() => end('SIGKILL'), GRACE_MS)
  }
  function end(name: 'SIGTERM' | 'SIGKILL'): void {
    if (child.pid !== undefined) signalTree(child.pid, name)
  }
  function restart(then: () => void, afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(then, afterMs)
  }
  function settle(): void {
    if (settled) return
    settled = true
    clearTimeout(timer)
    running.delete(child)
    signal?.removeEventListener('abort', cancel)
    for (const last of detach) last()
    // Kill children that ignored SIGTERM after their leader ended.
    if (stopped !== undefined) end('SIGKILL')
    resolve({ ...kept.read(), exitCode: exit?.code ?? null, ended: stopped ?? (exit?.signal ? 'signal' : 'exit') })
  }

  watchExit()
  running.add(child)
  child.on('error', (error) => {
    running.delete(child)
    signal?.removeEventListener('abort', cancel)
    clearTimeout(timer)
    reject(
      isDirectory(cwd)
        ? error
        : new Error(`the working directory ${cwd} does not exist or is not a directory`, { cause: error }),
    )
  })
  child.on('exit', (code, name) => {
    exit = { code, signal: name }
    // Give the pipes one more turn: this process may have been busy.
    restart(() => setImmediate(settle), QUIET_MS)
  })
  child.on('close', settle)
  if (timeoutMs !== undefined) restart(() => stop('timeout'), timeoutMs)
  signal?.addEventListener('abort', cancel, { once: true })
}

/** The system's own error would name the shell as missing. */
const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Returns a function that stops listening. Later output of a process left behind is read and dropped, and delays nothing. */
function listen(stream: ChildProcess['stdout'], receive: (text: string) => void): () => void {
  const decoder = new StringDecoder('utf8')
  const onData = (bytes: Buffer) => receive(decoder.write(bytes))
  stream?.on('data', onData)
  stream?.on('error', () => {})
  return () => {
    receive(decoder.end())
    if (stream === null || stream.closed) return
    stream.off('data', onData)
    stream.resume()
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

/** Commands that run now. They have their own process groups, so they would survive the end of this process. */
const running = new Set<ChildProcess>()
let watchesExit = false

function watchExit(): void {
  if (watchesExit) return
  watchesExit = true
  process.on('exit', () => {
    for (const { pid } of running) if (pid !== undefined) signalTree(pid, 'SIGKILL')
  })
}
