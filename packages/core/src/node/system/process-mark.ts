/** Names a process in files that several share. Its number says something only on its own machine and in its own PID namespace. */
import { createHash } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from './is-alive.ts'

let known: string | undefined

/** An agent's sandbox often has a PID namespace of its own, and the home directory of the machine. */
function ownSpace(): string {
  known ??= createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 12)
  return known
}

function pidNamespace(): string {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''
  } catch {
    return ''
  }
}

/** No other process has it while this one runs. It has no dot and no blank. */
export const ownMark = (): string => `${process.pid}-${ownSpace()}`

/** Whether the process with this mark runs, whatever follows the mark; undefined if that cannot be known from here. */
export function isRunning(text: string): boolean | undefined {
  const [, pid, space] = /^(\d+)-([0-9a-f]{12})(?![0-9a-f])/.exec(text) ?? []
  return space === ownSpace() ? isAlive(Number(pid)) : undefined
}
