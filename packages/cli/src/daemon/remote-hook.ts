/** Hooks that the launcher starts. They run where the agent's call runs: in its confinement, limits and process tree. */
import { constants } from 'node:os'
import { createRemoteChild, type Outlet, type RemoteChild, type SpawnRequest, type Started } from '@hookline/core/node'
import { type createPartReader, frame, list, number, text } from './frames.ts'
import { windowsCommandLine, windowsVariables } from './windows-command-line.ts'

const isWindows = process.platform === 'win32'

type Receive = (bytes: Uint8Array) => void
type Parts = ReturnType<typeof createPartReader>

export interface RemoteHooks {
  start(request: SpawnRequest): Started
  /** Handles a frame about a hook. */
  receive(kind: string, parts: Parts): void
}

export function createRemoteHooks(send: (bytes: Buffer) => void): RemoteHooks {
  const hooks = new Map<number, RemoteHook>()
  let last = 0
  return {
    start(request) {
      const id = ++last
      // On Windows the launcher ends a hook: it holds the job with everything that the hook started.
      const hook = createRemoteHook(isWindows ? () => send(frame('K', number(id))) : undefined)
      hooks.set(id, hook)
      const given = isWindows ? windowsVariables(request.env) : request.env
      const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`)
      const program = isWindows ? [request.shell, windowsCommandLine(request)] : [request.shell, ...request.args]
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
      if (kind === 'F') hook.fail(systemError(parts.number()))
      if (kind === 'W') end(hook, parts.number())
      if (kind === 'F' || kind === 'W') hooks.delete(id)
    },
  }
}

interface RemoteHook extends RemoteChild {
  readonly stdout: Outlet
  readonly stderr: Outlet
  out: Receive
  err: Receive
}

function createRemoteHook(endTree: (() => void) | undefined): RemoteHook {
  const [stdout, out] = createOutlet()
  const [stderr, err] = createOutlet()
  return { ...createRemoteChild(undefined, endTree), stdout, stderr, out, err }
}

/** With the status of `waitpid`, or the exit code on Windows. */
function end(hook: RemoteHook, status: number): void {
  if (isWindows) return void hook.end(status, null)
  const signal = status & 0x7f
  hook.end(signal === 0 ? (status >> 8) & 0xff : null, signal === 0 ? null : signalName(signal))
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

function systemError(errno: number): Error {
  const code = Object.entries(constants.errno).find(([, value]) => value === errno)?.[0] ?? `error ${errno}`
  return Object.assign(new Error(code), { code })
}

export const signalName = (signal: number): string =>
  Object.entries(constants.signals).find(([, value]) => value === signal)?.[0] ?? `signal ${signal}`
