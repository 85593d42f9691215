/** Runs a loaded module in a thread of this process, or in its own process if our stdout carries the reply to an agent. */
import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { processProgram, threadProgram } from './worker.ts'

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
export type StartLane = (module: ModuleToLoad, print: (text: Buffer) => void) => Lane

const noListener: LaneListener = { message() {}, failed() {}, gone() {} }

export const startThread: StartLane = (module, print) => {
  const worker = new Worker(threadProgram, { eval: true, workerData: module, stdout: true, stderr: true, stdin: false })
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
export const startProcess: StartLane = (module, print) => {
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', processProgram, JSON.stringify(module)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
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
    // If it has already exited, the listener is called for that.
    post: (call) => void child.send(call, () => {}),
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
