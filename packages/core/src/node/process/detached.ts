/** Starts a process that outlives this one, for hooks in the background. A user has a limited number of them at a time. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../system/code-of.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { readRegular } from '../system/regular-file.ts'
import { memoryDirectories } from './memory-directory.ts'
import { openPayload } from './payload.ts'

/** Processes of one user. */
const PERMITS = 16
/** A process that was killed leaves its permit; it is free again this long after the process should have ended. */
const GRACE_MS = 60_000

export interface Detached {
  readonly program: string
  /** The last argument will be the permit, which the process frees when it ends. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** What it reads on stdin. */
  readonly input: string
  /** It ends by itself within this time. */
  readonly longestMs: number
  /** Where permits are kept. */
  readonly directory: string
}

/** Never throws. False: too many run already, or the system does not let another process start. */
export function startDetached({ program, args, env, input, longestMs, directory }: Detached): boolean {
  const permit = takePermit(directory, longestMs)
  if (permit === undefined) return false
  const stdin = openPayload(input, memoryDirectories())
  try {
    if (stdin === undefined) throw new Error('the input cannot be written')
    const child = spawn(program, [...args, permit], { detached: true, stdio: [stdin, 'ignore', 'ignore'], env })
    child.on('error', () => {})
    child.unref()
    if (child.pid === undefined) throw new Error('the process could not be started')
    return true
  } catch {
    freePermit(directory, permit)
    return false
  } finally {
    if (stdin !== undefined) closeSync(stdin)
  }
}

/** Frees a permit. Only the name of a permit is accepted, since it comes from the command line. */
export function freePermit(directory: string, permit: string): void {
  if (/^\d+$/.test(permit)) rmSync(pathOf(directory, permit), { force: true })
}

const pathOf = (directory: string, permit: string): string => join(directory, `permit-${permit}`)

function takePermit(directory: string, longestMs: number): string | undefined {
  try {
    makeDirectory(directory)
  } catch {
    return undefined
  }
  const until = Date.now() + longestMs + GRACE_MS
  for (let at = 0; at < PERMITS; at++) if (tryToTake(pathOf(directory, String(at)), until)) return String(at)
  return undefined
}

function tryToTake(path: string, until: number): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const descriptor = openSync(path, 'wx', 0o600)
      try {
        writeSync(descriptor, String(until))
      } finally {
        closeSync(descriptor)
      }
      return true
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || !isLeftBehind(path)) return false
      rmSync(path, { force: true })
    }
  }
  return false
}

function isLeftBehind(path: string): boolean {
  const found = readRegular(path, 64)
  const until = found.kind === 'bytes' ? Number(found.bytes.toString('utf8')) : Number.NaN
  return until < Date.now()
}
