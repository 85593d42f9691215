/** Hooks that the launcher starts. They run where the agent's call runs: in its confinement, limits and process tree. */
import { EventEmitter } from 'node:events'
import { constants } from 'node:os'
import type { Outlet, SpawnRequest, Started, Supervised } from '@hookline/core/node'
import { type createPartReader, frame, list, number, text } from './frames.ts'

type Receive = (bytes: Uint8Array) => void
type Parts = ReturnType<typeof createPartReader>

export interface RemoteHooks {
  start(request: SpawnRequest): Started
  /** Handles a frame about a hook. */
  receive(kind: string, parts: Parts): void
  /** The launcher is gone: what still runs is ended by the event's own signal, and these never report again. */
  readonly running: number
}

export function createRemoteHooks(send: (bytes: Buffer) => void): RemoteHooks {
  const hooks = new Map<number, RemoteHook>()
  let last = 0
  return {
    start(request) {
      const id = ++last
      const hook = createRemoteHook()
      hooks.set(id, hook)
      const variables = Object.entries(request.env).map(([name, value]) => `${name}=${value}`)
      const program = [request.shell, ...request.args]
      send(
        frame('X', number(id), list(program), text(request.cwd), list(variables), Buffer.from(request.stdin, 'utf8')),
      )
      return { child: hook.child, outlets: [hook.stdout, hook.stderr] }
    },
    receive(kind, parts) {
      const id = parts.number()
      const hook = hooks.get(id)
      if (hook === undefined) return
      if (kind === 'P') hook.begin(parts.number())
      if (kind === 'O') hook.out(parts.rest())
      if (kind === 'E') hook.err(parts.rest())
      if (kind === 'F') hook.fail(parts.number())
      if (kind === 'W') hook.end(parts.number())
      if (kind === 'F' || kind === 'W') hooks.delete(id)
    },
    get running() {
      return hooks.size
    },
  }
}

interface RemoteHook {
  readonly child: Supervised
  readonly stdout: Outlet
  readonly stderr: Outlet
  begin(pid: number): void
  out: Receive
  err: Receive
  /** With the system's error number. */
  fail(errno: number): void
  /** With the status of `waitpid`. */
  end(status: number): void
}

function createRemoteHook(): RemoteHook {
  const emitter = new EventEmitter()
  let pid: number | undefined
  let isGivenUp = false
  const [stdout, out] = createOutlet()
  const [stderr, err] = createOutlet()
  return {
    child: {
      get pid() {
        return pid
      },
      stdout: null,
      stderr: null,
      once: emitter.once.bind(emitter),
      unref: () => {
        isGivenUp = true
      },
    },
    stdout,
    stderr,
    out,
    err,
    begin(started) {
      pid = started > 1 ? started : undefined
      if (isGivenUp) killGroup(started)
    },
    fail: (errno) => emitter.emit('error', systemError(errno)),
    end(status) {
      const signal = status & 0x7f
      emitter.emit('exit', signal === 0 ? (status >> 8) & 0xff : null, signal === 0 ? null : signalName(signal))
    },
  }
}

function createOutlet(): readonly [Outlet, Receive] {
  let receive: Receive = () => {}
  const outlet: Outlet = {
    stdio: 'pipe',
    begin: (_stream, given) => {
      receive = given
    },
    finish: () => {},
  }
  return [outlet, (bytes) => receive(bytes)]
}

/** It was given up before its pid was known. */
function killGroup(pid: number): void {
  // 1 would be every process of the user.
  if (pid <= 1) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function systemError(errno: number): Error {
  const code = Object.entries(constants.errno).find(([, value]) => value === errno)?.[0] ?? `error ${errno}`
  return Object.assign(new Error(code), { code })
}

const signalName = (signal: number): string =>
  Object.entries(constants.signals).find(([, value]) => value === signal)?.[0] ?? `signal ${signal}`
