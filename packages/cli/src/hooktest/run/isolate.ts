/** Runs jobs in processes without network, if the system allows creating them. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { isObject } from '@hookline/core/protocol'
import { createLimit } from '../../limit.ts'
import type { Execute, Execution, Job, Unrunnable } from '../read/types.ts'
import { createExecutor } from './executor.ts'
import { programFile } from './program.ts'
import { RESULT_DESCRIPTOR, type ResultMessage } from './worker.ts'

export interface Runners {
  readonly execute: Execute
  /** `off`, or the reason why it is on. */
  readonly network: string
  /** Resolves when the processes have ended and the scratch directories are deleted. */
  close(): Promise<void>
}

/** `jobs`: how many run at once, in as many processes. Without it, one process runs all that it is given. */
export function createRunners(allowNetwork: boolean, signal: AbortSignal, jobs?: number): Runners {
  const bin = programFile()
  const unshare = unsharePrograms.find((file) => existsSync(file))
  const flags = allowNetwork || unshare === undefined ? undefined : findUnshareFlags(unshare)
  const network = allowNetwork
    ? 'on, because of --network'
    : bin === undefined || flags === undefined
      ? 'on, because this system cannot turn it off'
      : 'off'
  if (bin === undefined || (flags === undefined && jobs === undefined)) return runHere(network, signal, jobs)
  const worker = [process.execPath, bin, 'test', '--worker']
  const [program = '', ...args] = flags === undefined || unshare === undefined ? worker : [unshare, ...flags, ...worker]
  const start = () => startWorker(spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit', 'pipe'] }), signal)
  return { network, ...createPool(start, jobs) }
}

function runHere(network: string, signal: AbortSignal, jobs = Number.POSITIVE_INFINITY): Runners {
  const executor = createExecutor(signal)
  const limit = createLimit(jobs)
  return { network, execute: (job) => limit(() => executor.execute(job)), close: executor.close }
}

/** Absolute paths, so that a program that a workspace put into PATH is never used. */
const unsharePrograms = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare']

/** Uses a user namespace, so that no privilege is needed, and maps the current user if `unshare` supports that. */
function findUnshareFlags(unshare: string): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  const candidates = [
    ['--user', '--map-current-user', '--net'],
    ['--user', '--map-root-user', '--net'],
  ]
  return candidates.find(
    (flags) => spawnSync(unshare, [...flags, '/bin/sh', '-c', ':'], { stdio: 'ignore', timeout: 5000 }).status === 0,
  )
}

/** Another process is started only for this many waiting jobs, because its start takes as long as several jobs. */
const JOBS_PER_START = 16

/** Gives each job to the process that has the fewest. */
function createPool(start: () => Worker, jobs?: number): Pick<Runners, 'execute' | 'close'> {
  const most = jobs ?? Number.POSITIVE_INFINITY
  const workers: Worker[] = []
  const waiting: { readonly job: Job; settle(result: Execution | Unrunnable): void }[] = []
  let running = 0
  const pick = (): Worker => {
    const isNeeded = workers.length === 0 || (workers.length < (jobs ?? 1) && waiting.length >= JOBS_PER_START)
    if (isNeeded) workers.push(start())
    const alive = workers.filter(({ ended }) => ended() === undefined)
    // True: there is at least one. If all have ended, it gives the reason.
    return (alive.length === 0 ? workers : alive).reduce((one, two) => (two.running() < one.running() ? two : one))
  }
  function next(): void {
    while (running < most) {
      const one = waiting.shift()
      if (one === undefined) return
      running++
      void pick()
        .execute(one.job)
        .then((result) => {
          running--
          one.settle(result)
          next()
        })
    }
  }
  return {
    execute: (job) =>
      new Promise((settle) => {
        waiting.push({ job, settle })
        // Wait until all jobs are here, because their number decides how many processes start.
        setImmediate(next)
      }),
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  }
}

interface Worker {
  readonly execute: Execute
  readonly running: () => number
  /** The reason, if the process has ended. */
  readonly ended: () => string | undefined
  close(): Promise<void>
}

/** After this time, a process that does not end by itself is killed. */
const END_MS = 10_000

function startWorker(worker: ChildProcess, signal: AbortSignal): Worker {
  const waiting = new Map<number, (result: Execution | Unrunnable) => void>()
  let last = 0
  let gone: string | undefined
  let markClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve
  })
  const stop = () => void worker.kill()
  const end = (why: string) => {
    signal.removeEventListener('abort', stop)
    gone ??= why
    for (const settle of waiting.values()) settle({ error: gone, processEnded: true })
    waiting.clear()
    markClosed()
  }
  worker.once('error', (error) => end(`the process that runs the hooks could not start: ${error.message}`))
  worker.once('exit', (code, by) => end(`the process that runs the hooks ended (${by ?? `exit ${code}`})`))
  worker.stdin?.on('error', () => {})
  // As many as there are processes.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', stop, { once: true })
  const results = worker.stdio[RESULT_DESCRIPTOR]
  if (results instanceof Readable)
    createInterface({ input: results }).on('line', (line) => {
      const message = parseResult(line)
      if (message === undefined) return
      waiting.get(message.id)?.(message.result)
      waiting.delete(message.id)
    })
  return {
    running: () => waiting.size,
    ended: () => gone,
    execute: (job) =>
      new Promise((resolve) => {
        if (gone !== undefined) return resolve({ error: gone, processEnded: true })
        waiting.set(++last, resolve)
        worker.stdin?.write(`${JSON.stringify({ id: last, job })}\n`)
      }),
    close: () => {
      worker.stdin?.end()
      setTimeout(() => worker.kill('SIGKILL'), END_MS).unref()
      return closed
    },
  }
}

/** Returns undefined for a line that is not a result, because a hook in that process may write there too. */
function parseResult(line: string): ResultMessage | undefined {
  try {
    const value: unknown = JSON.parse(line)
    // True unless a hook forges a result: then it affects only its own test.
    return isObject(value) && typeof value.id === 'number' && isObject(value.result) ? (value as never) : undefined
  } catch {
    return undefined
  }
}
