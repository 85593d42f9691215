/**
 * Answers for this process when its thread does not come back before the agent stops waiting.
 *
 * The rest of the event runs in one turn under the time limit of Node's own timer thread, which costs nothing. Packs and rules
 * end in that turn. Where something else must be waited for, such as the process of a hook, a thread of ours watches the turns
 * that follow: it prints the refusal and ends the process with its exit code.
 */
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { runWithTimeLimit } from '@hookline/core/node'
import type { LastWords } from '../io.ts'
import { saysNothing } from './print-answer.ts'

export interface Watchdog {
  /** Ends in the turn that is watched. */
  begin(): Promise<void>
  /** True: this thread answers, and the watchdog is over. False: the other thread is answering, and ends the process. */
  end(): boolean
}

/** `onLate` is called if that turn had to be stopped: the words are the answer then. */
export function createWatchdog(words: LastWords, afterMs: number, onLate: (words: LastWords) => void): Watchdog {
  const started = process.uptime()
  let isOver = false
  let thread: Pick<Watchdog, 'end'> | undefined
  const watch = (resume: () => void): void => {
    const turn = runWithTimeLimit(() => runWholeTurn(resume), afterMs)
    if (turn === 'held') onLate(words)
    else if (!isOver) thread = startThread(words, afterMs - (process.uptime() - started) * 1000)
  }
  return {
    // In a turn of its own: the rest of a turn that has begun cannot be run from inside it.
    begin: () => new Promise((resolve) => setImmediate(() => watch(resolve))),
    end() {
      isOver = true
      return thread?.end() ?? true
    },
  }
}

/** Runs what follows from this call until nothing is left to do but wait. */
function runWholeTurn(resume: () => void): void {
  resume()
  // Node calls it after each of its callbacks. Without it the thread watches everything.
  const { _tickCallback: runTicks } = process as { readonly _tickCallback?: () => void }
  runTicks?.call(process)
}

function startThread({ stdout, stderr, exitCode }: LastWords, afterMs: number): Pick<Watchdog, 'end'> {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, {
    eval: true,
    env: SHARE_ENV,
    execArgv: [],
    workerData: {
      flag,
      stdout,
      stderr,
      exitCode,
      saysNothing: saysNothing(stdout),
      afterMs: Math.max(1, Math.floor(afterMs)),
    },
  })
  worker.on('error', () => {})
  worker.unref()
  return {
    end() {
      const isFirst = Atomics.compareExchange(flag, 0, 0, 1) === 0
      Atomics.notify(flag, 0)
      return isFirst
    },
  }
}

/**
 * In a thread `process.exit` ends the thread alone, and a signal would change the exit code, which an agent reads together with
 * the answer. WASI's `proc_exit` is the system's `exit`. A signal is what remains should it fail.
 */
const program = `
const { writeSync } = require('node:fs')
const { workerData: { flag, stdout, stderr, exitCode, saysNothing, afterMs } } = require('node:worker_threads')

function endProcess(code) {
  const { WASI } = require('node:wasi')
  const named = (text) => [text.length, ...Buffer.from(text)]
  const section = (id, bytes) => [id, bytes.length, ...bytes]
  const bytes = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [2, 0x60, 1, 0x7f, 0, 0x60, 0, 0]),
    ...section(2, [1, ...named('wasi_snapshot_preview1'), ...named('proc_exit'), 0, 0]),
    ...section(3, [1, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...named('_start'), 0, 1, ...named('memory'), 2, 0]),
    ...section(10, [1, 6, 0, 0x41, code, 0x10, 0, 0x0b]),
  ]
  const wasi = new WASI({ version: 'preview1', returnOnExit: false })
  wasi.start(new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), wasi.getImportObject()))
}

function tryTo(act) {
  try {
    act()
    return true
  } catch {
    return false
  }
}

Atomics.wait(flag, 0, 0, afterMs)
if (Atomics.compareExchange(flag, 0, 0, 2) === 0) {
  const isWritten = tryTo(() => writeSync(1, stdout))
  tryTo(() => writeSync(2, stderr))
  tryTo(() => endProcess(isWritten || saysNothing ? exitCode : 2))
  process.kill(process.pid, 'SIGKILL')
}
`
