/** Where jobs run: in a process of our own that has no network, where the system lets us make one; else here. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { isObject } from '../../log/words.ts'
import type { Execute, Execution, Unrunnable } from '../read/types.ts'
import { execute } from './execute.ts'
import { programFile } from './program.ts'
import { ANSWERS, type Answered } from './worker.ts'

export interface Runners {
  readonly execute: Execute
  /** `off`, or why it is not. */
  readonly network: string
  close(): void
}

export function createRunners(allowNetwork: boolean, signal: AbortSignal): Runners {
  const here = (network: string): Runners => ({ execute: (job) => execute(job, signal), network, close() {} })
  if (allowNetwork) return here('on, as asked for')
  const bin = programFile()
  const way = unshareFlags()
  if (bin === undefined || way === undefined) return here('on: this system does not let us switch it off')
  return elsewhere(
    spawn('unshare', [...way, process.execPath, bin, 'test', '--worker'], {
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    }),
    signal,
  )
}

/** A user of its own, so that no privilege is needed; the same user where the tool can say so. */
function unshareFlags(): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  const ways = [
    ['--user', '--map-current-user', '--net'],
    ['--user', '--map-root-user', '--net'],
  ]
  return ways.find((flags) => spawnSync('unshare', [...flags, 'true'], { stdio: 'ignore', timeout: 5000 }).status === 0)
}

function elsewhere(worker: ChildProcess, signal: AbortSignal): Runners {
  const waiting = new Map<number, (result: Execution | Unrunnable) => void>()
  let last = 0
  let gone: string | undefined
  const end = (why: string) => {
    gone ??= why
    for (const settle of waiting.values()) settle({ error: gone })
    waiting.clear()
  }
  worker.once('error', (error) => end(`the process that runs the hooks could not start: ${error.message}`))
  worker.once('exit', (code, by) => end(`the process that runs the hooks ended (${by ?? `exit ${code}`})`))
  worker.stdin?.on('error', () => {})
  signal.addEventListener('abort', () => worker.kill(), { once: true })
  const answers = worker.stdio[ANSWERS]
  if (answers instanceof Readable)
    createInterface({ input: answers }).on('line', (line) => {
      const said = answerIn(line)
      if (said === undefined) return
      waiting.get(said.id)?.(said.result)
      waiting.delete(said.id)
    })
  return {
    network: 'off',
    execute: (job) =>
      new Promise((resolve) => {
        if (gone !== undefined) return resolve({ error: gone })
        waiting.set(++last, resolve)
        worker.stdin?.write(`${JSON.stringify({ id: last, job })}\n`)
      }),
    close: () => worker.stdin?.end(),
  }
}

/** Undefined: a hook in that process wrote it, not we. */
function answerIn(line: string): Answered | undefined {
  try {
    const said: unknown = JSON.parse(line)
    return isObject(said) && typeof said.id === 'number' && isObject(said.result) ? (said as never) : undefined
  } catch {
    return undefined
  }
}
