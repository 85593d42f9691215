/** What a sandbox must know about the hook that runs in it. */
import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { projectVariables } from '../../agents/list.ts'
import { commandLine } from '../../command-line.ts'
import type { Entry, SandboxLevel } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { cacheDirectory, copiesDirectory } from '../../sources/locations.ts'
import type { Secret } from './secrets.ts'

export interface SandboxScope {
  readonly level: SandboxLevel
  readonly cwd: string
  /** The filter for system calls. */
  readonly filter: Buffer
  /** What the hook needs although it may be below a directory that is private in the sandbox. */
  readonly needed: readonly string[]
  /** What it must not read: Hookline's state, and under `strict` the secrets. */
  readonly hidden: readonly Secret[]
  /** Directories that it must not change under any level. */
  readonly guarded: readonly string[]
}

/** A program with its arguments and its whole environment. */
export interface Start {
  readonly shell: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}
/** The program that is started instead of the hook's, which it starts. */
export type Wrapped = Start

export const forbidsWriting = (level: SandboxLevel): boolean => level !== 'no-network'
export const hasNetwork = (level: SandboxLevel): boolean => level === 'read-only'

/** Of a hook: where it runs, its project, the user's files, Hookline's copies, and what its command names. */
export function neededBy(
  { command, args, cwd, origin }: Entry,
  env: Readonly<Record<string, string>>,
  platform: Platform,
): readonly string[] {
  const line = commandLine({ ...(command === undefined ? {} : { command }), ...(args === undefined ? {} : { args }) })
  const named = line?.match(namedPath) ?? []
  const paths = [
    ...[cwd, platform.home, cacheDirectory(platform), copiesDirectory(platform), origin.root],
    ...(origin.file === undefined ? [] : [dirname(origin.file)]),
    ...projectVariables.map((name) => env[name]),
    ...named.filter(isFile).flatMap((path) => [path, ...directoryOfProgram(path)]),
  ].flatMap((path) => (path?.startsWith('/') === true ? [path, ...realPath(path)] : []))
  return [...new Set(paths)]
}

/** A script may load what is beside it. What is beside a file below `/run` belongs to services. */
const directoryOfProgram = (path: string): readonly string[] =>
  [path, ...realPath(path)].some((one) => /^(\/var)?\/run\//.test(one)) ? [] : [dirname(path)]

/** An absolute path in a command, up to what ends a word of a shell. */
const namedPath = /(?<![\w./-])\/[^\s"'`$;|&<>()*?[\]{}\\]+/g

export function realPath(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)]
  } catch {
    return []
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

export const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
