/** Chooses the hooks.json that a command edits, and reads it as the engine does. */

import { dirname, join, resolve } from 'node:path'
import { usualFile } from '@hookline/core/agents'
import { readHooks, sourceSetup } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { findRoot, isInside } from '../paths.ts'
import { oneLine } from '../text/plain.ts'

export interface Target {
  readonly level: 'project' | 'user'
  readonly file: string
  /** Whether it is a hookline.json, which agents do not read. */
  readonly own?: boolean
  /** The working directory of its hooks. Paths in the file are relative to it. */
  readonly base: string
  /** The workspace. Absent for the user's own file. */
  readonly root?: string
}

export interface LevelFlags {
  readonly user?: boolean | undefined
  readonly project?: boolean | undefined
}

/** The workspace's file by default; in the home directory the user's own. */
export function targetOf(flags: LevelFlags, directory: string): Target {
  if (flags.user === true && flags.project === true) throw new UsageError('use either --user or --project, not both')
  const root = findRoot(directory)
  const home = sourceSetup().platform.home
  const inHome = resolve(root) === resolve(home)
  if (flags.project === true && inHome)
    throw new UsageError(
      `--project does not work in your home directory, where ${usualFile} is your own file. Use --user`,
    )
  if (flags.user !== true && !inHome && isInside(resolve(home), resolve(root)))
    throw new UsageError(
      `${oneLine(root)} contains your home directory, so it is not a workspace. Change to a workspace, or use --user for your own hooks`,
    )
  if (flags.user !== true && !inHome) return { level: 'project', file: join(root, usualFile), base: root, root }
  return userTarget(home)
}

export const userTarget = (home: string = sourceSetup().platform.home): Target => ({
  level: 'user',
  file: join(home, usualFile),
  base: dirname(join(home, usualFile)),
})

/** Reads the text as the engine does, and looks up the scripts. */
export function readTarget(
  text: string,
  { level, file, base, root, own = false }: Target,
): ReturnType<typeof readHooks> {
  const trust = level === 'user' ? 'own' : 'untrusted'
  const source = { source: level, own, file, cwd: base, trust, ...(root === undefined ? {} : { root }) } as const
  return readHooks(text, source, sourceSetup().reading)
}

/** Throws if the new text has an error that the old one had not, and prints new warnings. `unwritten`: the scripts are written later. */
export function checkNew(before: string | undefined, after: string, target: Target, io: Io, unwritten = false): void {
  const known = new Set(before === undefined ? [] : readTarget(before, target).problems.map(problemKey))
  const problems = readTarget(after, target).problems.filter((problem) => !known.has(problemKey(problem)))
  // A script may be written after its entry.
  const error = problems.find(({ severity, code }) => severity === 'error' && code !== 'missing-script')
  if (error !== undefined) throw new UsageError(`${oneLine(error.message)}. ${oneLine(error.hint)}`)
  for (const { code, severity, message, hint } of problems)
    if (code === 'missing-script' ? !unwritten : severity === 'warning')
      io.stderr.write(`warning: ${oneLine(message)}. ${oneLine(hint)}\n`)
}
const problemKey = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  `${code} ${message}`
