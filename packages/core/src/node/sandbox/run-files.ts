/** The files of one start of a sandbox: its options, its filter, and the file in which it proves that it started. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { stateDirectory } from '../../sources/locations.ts'
import { memoryDirectories } from '../process/memory-directory.ts'

export interface RunFiles {
  readonly directory: string
  readonly filter: string
  readonly status: string
  /** Writes words that are too many, or too private, for the arguments of a process. Returns the path. */
  writeOptions(words: readonly string[]): string
  /** What the sandbox has reported. */
  readStatus(): string
  remove(): void
}

/**
 * Where no hook in a sandbox can get to: one that changed the files of another's start could lift its sandbox. In memory where
 * possible, because the options contain the hook's variables. May throw file system errors.
 */
export function makeRunFiles(filter: Buffer, platform: Platform): RunFiles {
  const directory = makeDirectory([...runtimeDirectories(platform), '/dev/shm', stateDirectory(platform)])
  const path = (name: string) => join(directory, name)
  writeFileSync(path('filter'), filter, { mode: 0o600 })
  writeFileSync(path('status'), '', { mode: 0o600 })
  return {
    directory,
    filter: path('filter'),
    status: path('status'),
    writeOptions(words) {
      writeFileSync(path('options'), words.map((word) => `${word}\0`).join(''), { mode: 0o600 })
      return path('options')
    },
    readStatus: () => readText(path('status')),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Hookline's directory for what lives as long as a login, in the directory of the system for that. */
export const runtimeDirectories = ({ env }: Platform): readonly string[] =>
  [...new Set([env.XDG_RUNTIME_DIR, process.env.XDG_RUNTIME_DIR])]
    .filter((path) => path?.startsWith('/') === true)
    .flatMap((path) =>
      memoryDirectories({ XDG_RUNTIME_DIR: path }).filter((one) => one === join(path ?? '', 'hookline')),
    )

/** The last directory is tried for its error. */
function makeDirectory(directories: readonly string[]): string {
  for (const parent of directories.slice(0, -1)) {
    try {
      return mkdtempSync(join(parent, 'hookline-start-'))
    } catch {
      // It is full, or read-only.
    }
  }
  return mkdtempSync(join(directories.at(-1) ?? '', 'hookline-start-'))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
