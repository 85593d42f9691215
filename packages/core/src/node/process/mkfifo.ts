/** Creates many FIFOs with one call of the program `mkfifo`: Node has no function for it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { removeEmpty } from './payload.ts'

export interface Batch {
  readonly names: readonly string[]
  /** Removed once every name in it is removed. */
  readonly directory: string
  readonly maker: ChildProcess
  /** Never rejects; false if they could not be created. */
  readonly made: Promise<boolean>
}

/** Absolute paths, so that a program that a workspace put into PATH is never used. */
const programs = ['/usr/bin/mkfifo', '/bin/mkfifo', '/run/current-system/sw/bin/mkfifo']

/** Undefined if no directory is usable or the program cannot be started. */
export function mkfifo(count: number, directories: readonly string[]): Batch | undefined {
  const directory = tryEach(directories, (parent) => mkdtempSync(join(parent, 'hookline-')))
  if (directory === undefined) return undefined
  const names = Array.from({ length: count }, (_, at) => join(directory, String(at)))
  const program = programs.filter((name) => existsSync(name)).slice(0, 1)
  const maker = tryEach(program, (name) => spawn(name, ['-m', '600', ...names], { stdio: 'ignore', cwd: '/', env: {} }))
  if (maker === undefined) {
    removeEmpty(directory)
    return undefined
  }
  const made = new Promise<boolean>((resolve) => {
    maker.once('error', () => resolve(false))
    maker.once('exit', (code) => resolve(code === 0))
  })
  return { names, directory, maker, made }
}

/** Removes names that were never opened, and their directory. */
export function removeNames(names: readonly string[], directory: string): void {
  for (const name of names) unlink(name)
  removeEmpty(directory)
}

export function unlink(name: string): void {
  try {
    unlinkSync(name)
  } catch {
    // Already removed, or never created.
  }
}

function tryEach<T, R>(items: readonly T[], act: (item: T) => R): R | undefined {
  for (const item of items) {
    try {
      return act(item)
    } catch {
      // Try the next one.
    }
  }
  return undefined
}
