/** Runs a loaded module in a thread of this process, or in its own process if our stdout carries the reply to an agent. */
import { type ChildProcess, spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { processProgram, threadProgram, waitingProgram } from './worker.ts'

interface LaneListener {
  message(received: unknown): void
  failed(error: unknown): void
  gone(code: number): void
}
/** A thread or process with one loaded module. It handles one event at a time. */
export interface Lane {
  post(call: object): void
  listen(listener: LaneListener): void
  unlisten(): void
  /** Whether it keeps our process from exiting. */
  keepAlive(alive: boolean): void
  end(): Promise<void>
}
/** `sdk` is the URL of the engine's own SDK, for a module whose workspace has none. */
interface ModuleToLoad {
  readonly url: string
  readonly sdk: string | undefined
}
/** `env` is all that the module has as its environment. */
export type StartLane = (module: ModuleToLoad, print: (text: Buffer) => void, env: LaneVariables) => Lane
type LaneVariables = Readonly<Record<string, string>>

const noListener: LaneListener = { message() {}, failed() {}, gone() {} }

export const startThread: StartLane = (module, print, env) => {
  const worker = new Worker(threadProgram, {
    ...{ eval: true, workerData: module, stdout: true, stderr: true, stdin: false },
    env: { ...env },
  })
  let listener = noListener
  worker.stdout.on('data', print)
  worker.stderr.on('data', print)
  worker
    .on('message', (message) => listener.message(message))
    // The next event notices a worker that fails between two events.
    .on('error', (error) => listener.failed(error))
    .on('exit', (code) => listener.gone(code))
  return {
    post: (call) => worker.postMessage(call),
    listen: (given) => {
      listener = given
    },
    unlisten: () => {
      listener = noListener
    },
    keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    end: async () => void (await worker.terminate()),
  }
}

/** A thread shares our file descriptors: if it, or a program it starts, wrote to descriptor 1, that would corrupt the reply. */
export const startProcess: StartLane = (module, print, env) =>
  createLane(spawnNode(processProgram, [JSON.stringify(module)], env), print)

/** Whose module runs: the process gets this working directory. */
interface ModuleCaller {
  readonly cwd: string
}

export interface SpareProcesses {
  /** Each lane is a process of its own, which ends with the lane. */
  startFor(caller: ModuleCaller): StartLane
}

/** Without a module for so long, the process that waits for one is ended. */
const SPARE_MS = 10 * 60 * 1000

/**
 * Keeps a process that has loaded no module, so that an event waits for the module alone. A process is used once: the next event
 * loads the files as they are then. The first module of all has to wait for the start.
 */
export function createSpareProcesses(): SpareProcesses {
  let spare: ChildProcess | undefined
  const end = () => {
    spare?.kill('SIGKILL')
    spare = undefined
  }
  const idle = setTimeout(end, SPARE_MS).unref()
  const take = (): ChildProcess => {
    // Its end may not have been noticed yet.
    const taken = spare?.connected === true ? spare : spawnNode(waitingProgram, [])
    spare = undefined
    return taken
  }
  const refill = () => {
    if (spare !== undefined) return void idle.refresh()
    const child = spawnNode(waitingProgram, [])
    const forget = () => {
      if (spare === child) spare = undefined
    }
    child.on('error', forget).on('exit', forget)
    for (const part of [child, child.channel, child.stdout, child.stderr]) unref(part)
    spare = child
    idle.refresh()
  }
  return {
    startFor:
      ({ cwd }) =>
      (module, print, env) => {
        const lane = createLane(take(), print)
        lane.post({ module, env, cwd })
        return {
          ...lane,
          // It is killed, so there is nothing to wait for. The next one starts after the answer.
          async end() {
            void lane.end()
            setTimeout(refill, REFILL_MS).unref()
          },
        }
      },
  }
}
const REFILL_MS = 5

/** Pipes and channels have this method, but not in their types. */
function unref(part: object | null | undefined): void {
  if (part !== null && part !== undefined && 'unref' in part && typeof part.unref === 'function') part.unref()
}

/** Without `env` it has our own environment, until it learns whose module it runs. */
const spawnNode = (program: string, args: readonly string[], env?: LaneVariables): ChildProcess =>
  spawn(process.execPath, ['--input-type=commonjs', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(env === undefined ? {} : { env: { ...env, ...asNode } }),
  })

/** Electron's program is Node only with this variable. */
const asNode = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }

function createLane(child: ChildProcess, print: (text: Buffer) => void): Lane {
  let listener = noListener
  let hasEnded = false
  child.stdout?.on('data', print)
  child.stderr?.on('data', print)
  const ended = new Promise<void>((done) => {
    const gone = (act: () => void) => {
      hasEnded = true
      act()
      done()
    }
    child
      .on('message', (message) => listener.message(message))
      .on('error', (error) => gone(() => listener.failed(error)))
      .on('exit', (code) => gone(() => listener.gone(code ?? 1)))
  })
  return {
    // If it has already exited or could not start, the listener is called for that.
    post: (call) => {
      if (child.connected) child.send(call, () => {})
    },
    listen: (given) => {
      listener = given
    },
    unlisten: () => {
      listener = noListener
    },
    keepAlive: (alive) => {
      for (const one of [child, child.channel]) alive ? one?.ref() : one?.unref()
    },
    async end() {
      if (hasEnded) return
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
  }
}
