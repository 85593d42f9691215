/** Where a loaded module lives: a thread of this process, or a process of its own where stdout carries an answer. */
import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { inProcess, inThread } from './worker.ts'

interface Heard {
  message(said: unknown): void
  failed(error: unknown): void
  gone(code: number): void
}
/** A module that is loaded; it answers one event at a time. */
export interface Lane {
  post(call: object): void
  hear(heard: Heard): void
  deafen(): void
  /** Whether it keeps our process alive. */
  hold(held: boolean): void
  end(): Promise<void>
}
/** `sdk`: where the engine's own SDK lies, for a module that finds none. */
interface Wanted {
  readonly url: string
  readonly sdk: string | undefined
}
export type StartLane = (wanted: Wanted, print: (text: Buffer) => void) => Lane

const deaf: Heard = { message() {}, failed() {}, gone() {} }

export const startThread: StartLane = (wanted, print) => {
  const worker = new Worker(inThread, { eval: true, workerData: wanted, stdout: true, stderr: true, stdin: false })
  let heard = deaf
  worker.stdout.on('data', print)
  worker.stderr.on('data', print)
  worker
    .on('message', (said) => heard.message(said))
    // One that fails between two events is noticed by the next.
    .on('error', (error) => heard.failed(error))
    .on('exit', (code) => heard.gone(code))
  return {
    post: (call) => worker.postMessage(call),
    hear: (given) => {
      heard = given
    },
    deafen: () => {
      heard = deaf
    },
    hold: (held) => (held ? worker.ref() : worker.unref()),
    end: async () => void (await worker.terminate()),
  }
}

/** A thread shares our descriptors: one that writes to 1, or starts a program that does, would write into the answer. */
export const startProcess: StartLane = (wanted, print) => {
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', inProcess, JSON.stringify(wanted)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let heard = deaf
  let over = false
  child.stdout?.on('data', print)
  child.stderr?.on('data', print)
  const ended = new Promise<void>((done) => {
    const gone = (act: () => void) => {
      over = true
      act()
      done()
    }
    child
      .on('message', (said) => heard.message(said))
      .on('error', (error) => gone(() => heard.failed(error)))
      .on('exit', (code) => gone(() => heard.gone(code ?? 1)))
  })
  return {
    // Should it be gone already, its end is heard.
    post: (call) => void child.send(call, () => {}),
    hear: (given) => {
      heard = given
    },
    deafen: () => {
      heard = deaf
    },
    hold: (held) => {
      for (const one of [child, child.channel]) held ? one?.ref() : one?.unref()
    },
    async end() {
      if (over) return
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
  }
}
