/** Runs jobs in a process without network, if the system allows creating one, else in this process. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { isObject } from '@hookline/core/protocol'
import type { Execute, Execution, Unrunnable } from '../read/types.ts'
import { execute } from './execute.ts'
import { programFile } from './program.ts'
import { RESULT_DESCRIPTOR, type ResultMessage } from './worker.ts'

export interface Runners {
  readonly execute: Execute
  /** `off`, or the reason why it is on. */
  readonly network: string
  close(): void
}

export function createRunners(allowNetwork: boolean, signal: AbortSignal): Runners {
  const here = (network: string): Runners => ({ execute: (job) => execute(job, signal), network, close() {} })
  if (allowNetwork) return here('on, because of --network')
  const bin = programFile()
  const flags = findUnshareFlags()
  if (bin === undefined || flags === undefined) return here('on, because this system cannot turn it off')
  return createWorkerRunner(
    spawn('unshare', [...flags, process.execPath, bin, 'test', '--worker'], {
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    }),
    signal,
  )
}

/** Uses a user namespace, so that no privilege is needed, and maps the current user if `unshare` supports that. */
function findUnshareFlags(): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  const candidates = [
    ['--user', '--map-current-user', '--net'],
    ['--user', '--map-root-user', '--net'],
  ]
  return candidates.find(
    (flags) => spawnSync('unshare', [...flags, 'true'], { stdio: 'ignore', timeout: 5000 }).status === 0,
  )
}

function createWorkerRunner(worker: ChildProcess, signal: AbortSignal): Runners {
  const waiting = new Map<number, (result: Execution | Unrunnable) => void>()
  let last = 0
  let gone: string | undefined
  const end = (why: string) => {
    gone ??= why
    for (const settle of waiting.values()) settle({ error: gone, processEnded: true })
    waiting.clear()
  }
  worker.once('error', (error) => end(`the process that runs the hooks could not start: ${error.message}`))
  worker.once('exit', (code, by) => end(`the process that runs the hooks ended (${by ?? `exit ${code}`})`))
  worker.stdin?.on('error', () => {})
  signal.addEventListener('abort', () => worker.kill(), { once: true })
  const results = worker.stdio[RESULT_DESCRIPTOR]
  if (results instanceof Readable)
    createInterface({ input: results }).on('line', (line) => {
      const message = parseResult(line)
      if (message === undefined) return
      waiting.get(message.id)?.(message.result)
      waiting.delete(message.id)
    })
  return {
    network: 'off',
    execute: (job) =>
      new Promise((resolve) => {
        if (gone !== undefined) return resolve({ error: gone, processEnded: true })
        waiting.set(++last, resolve)
        worker.stdin?.write(`${JSON.stringify({ id: last, job })}\n`)
      }),
    close: () => worker.stdin?.end(),
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
