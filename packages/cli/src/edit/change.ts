/** What a command is about to do to one file. Nothing is written here. */
import { chmodSync, statSync } from 'node:fs'
import { editHooksFile, type HooksChange, sourceSetup } from '@hookline/core/node'
import { shownPath } from '../paths.ts'
import { oneLine } from '../plain.ts'

export interface FileChange {
  readonly path: string
  /** Absent: there is no such file yet. */
  readonly before?: string
  readonly after: string
  readonly executable?: boolean
  /** The file goes away; `after` is then empty. */
  readonly removes?: boolean
  /** Made from our own tables: its lines are counted and not shown. */
  readonly generated?: boolean
}

/** Expected, and the person's to mend: a file that cannot be read or edited as it is. Exit code 1. */
export class CannotEdit extends Error {
  override readonly name = 'CannotEdit'
}

/** The text of a file, undefined where there is none. */
export function readText(path: string, cwd: string): string | undefined {
  const found = sourceSetup().files.read(path)
  if (found.kind === 'text') return found.text
  if (found.kind === 'missing') return undefined
  throw new CannotEdit(`${oneLine(shownPath(path, cwd))}: ${found.message}. ${found.hint}`)
}

export function changeOf(path: string, after: string, cwd: string, more: Partial<FileChange> = {}): FileChange {
  const before = readText(path, cwd)
  return { path, after, ...(before === undefined ? {} : { before }), ...more }
}

/** A hooks.json, hookline.json or settings file with these changes, its comments and order kept. `empty`: a new one. */
export function hooksChange(path: string, changes: readonly HooksChange[], cwd: string, empty?: string): FileChange {
  const before = readText(path, cwd)
  const edited = editHooksFile(before === undefined || before.trim() === '' ? empty : before, changes)
  if (edited.kind === 'text') return { path, after: edited.text, ...(before === undefined ? {} : { before }) }
  const { line, column } = edited.at
  const place = `${oneLine(shownPath(path, cwd))}:${line}:${column}`
  throw new CannotEdit(`${place}: ${edited.message}, so it was not changed. ${edited.hint} See: hookline check`)
}

/** More of the same kind, on top of a change that is not written yet. */
export function hooksChangeOn(earlier: FileChange, changes: readonly HooksChange[]): FileChange {
  const edited = editHooksFile(earlier.after, changes)
  if (edited.kind === 'text') return { ...earlier, after: edited.text }
  throw new CannotEdit(edited.message)
}

/** A file that goes away. */
export const removalOf = (path: string, cwd: string): FileChange =>
  changeOf(path, '', cwd, { removes: true, generated: true })

export const isNothing = (change: FileChange): boolean =>
  change.removes === true ? change.before === undefined : change.before === change.after && !needsMode(change)

/** The text is there, only the mode is missing. */
const needsMode = ({ path, executable }: FileChange): boolean =>
  executable === true && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) === 0

export const makeExecutable = (path: string): void => chmodSync(path, (statSync(path).mode & 0o777) | 0o111)
