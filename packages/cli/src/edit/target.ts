/** Which hooks.json a command edits, and by which rules it is read. */

import { dirname, join, resolve } from 'node:path'
import { usualFile } from '@hookline/core/agents'
import { readHooks, sourceSetup } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { findRoot, isInside } from '../paths.ts'
import { oneLine } from '../plain.ts'

export interface Target {
  readonly level: 'project' | 'user'
  readonly file: string
  /** A hookline.json, which no agent reads. */
  readonly own?: boolean
  /** Where its hooks run, and what paths in it are relative to. */
  readonly base: string
  /** The workspace; absent for the user's own file. */
  readonly root?: string
}

export interface LevelFlags {
  readonly user?: boolean | undefined
  readonly project?: boolean | undefined
}

/** The workspace's file, unless told otherwise; in the home directory the person's own. */
export function targetOf(flags: LevelFlags, directory: string): Target {
  if (flags.user === true && flags.project === true) throw new UsageError('--user or --project, not both')
  const root = findRoot(directory)
  const home = sourceSetup().platform.home
  const inHome = resolve(root) === resolve(home)
  if (flags.project === true && inHome)
    throw new UsageError(`this is your home directory: its ${usualFile} is your own; use --user`)
  if (flags.user !== true && !inHome && isInside(resolve(home), resolve(root)))
    throw new UsageError(
      `${oneLine(root)} holds your home directory and is no workspace. Go to one, or for hooks of your own: --user`,
    )
  if (flags.user !== true && !inHome) return { level: 'project', file: join(root, usualFile), base: root, root }
  return userTarget(home)
}

export const userTarget = (home: string = sourceSetup().platform.home): Target => ({
  level: 'user',
  file: join(home, usualFile),
  base: dirname(join(home, usualFile)),
})

/** As the engine reads it, scripts looked up. */
export function readTarget(
  text: string,
  { level, file, base, root, own = false }: Target,
): ReturnType<typeof readHooks> {
  const trust = level === 'user' ? 'own' : 'untrusted'
  const place = { source: level, own, file, cwd: base, trust, ...(root === undefined ? {} : { root }) } as const
  return readHooks(text, place, sourceSetup().reading)
}

/** Errors that the new text has and the old one had not are a refusal; warnings are told. `unwritten`: the scripts come later. */
export function checkNew(before: string | undefined, after: string, target: Target, io: Io, unwritten = false): void {
  const known = new Set(before === undefined ? [] : readTarget(before, target).problems.map(textOf))
  const problems = readTarget(after, target).problems.filter((problem) => !known.has(textOf(problem)))
  const error = problems.find(({ severity }) => severity === 'error')
  if (error !== undefined) throw new UsageError(`${oneLine(error.message)}. ${oneLine(error.hint)}`)
  for (const { code, severity, message, hint } of problems)
    if (severity === 'warning' && !(unwritten && code === 'missing-script'))
      io.stderr.write(`warning: ${oneLine(message)}. ${oneLine(hint)}\n`)
}
const textOf = ({ code, message }: { readonly code: string; readonly message: string }): string => `${code} ${message}`
