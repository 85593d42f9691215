/** Describes what a command is about to do to a file. It writes nothing itself. */
import { chmodSync, lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { editHooksFile, type HooksChange, sourceSetup } from '@hookline/core/node'
import { shownPath } from '../paths.ts'
import { oneLine } from '../text/plain.ts'

export interface FileChange {
  readonly path: string
  /** Absent if the file does not exist yet. */
  readonly before?: string
  readonly after: string
  /** Written instead of `after`, which is its text: a file is restored byte by byte. */
  readonly bytes?: Buffer
  readonly executable?: boolean
  /** The change only adds the calls of Hookline, or only removes them. */
  readonly calls?: 'added' | 'removed'
  /** The file is deleted; `after` is then empty. */
  readonly removes?: boolean
  /** Generated from Hookline's own tables: the summary counts its lines, and the diff leaves them out. */
  readonly generated?: boolean
}

/** A file cannot be read or edited as it is. The user can fix this, so the exit code is 1. */
export class CannotEdit extends Error {
  override readonly name = 'CannotEdit'
}

/** The text of a file, or undefined if it does not exist. */
export function readText(path: string, cwd: string): string | undefined {
  const found = sourceSetup().files.read(path)
  if (found.kind === 'text') return found.text
  if (found.kind === 'missing') return undefined
  throw new CannotEdit(`${oneLine(shownPath(path, cwd))}: ${found.message}. ${found.hint}`)
}

/** The text of a file that is about to be written. */
function readTarget(path: string, cwd: string): string | undefined {
  const text = readText(path, cwd)
  const obstacle = text === undefined ? fileAbove(path) : undefined
  if (obstacle === undefined) return text
  const [file, shown] = [obstacle, path].map((one) => oneLine(shownPath(one, cwd)))
  throw new CannotEdit(
    `${file} is not a directory, so ${shown} cannot be created. Rename it, then run the command again.`,
  )
}

/** What is in the place of a directory on the way to this file: another file, or a link that leads nowhere. */
function fileAbove(path: string): string | undefined {
  const directory = dirname(path)
  if (directory === path) return undefined
  const found = fileAbove(directory)
  if (found !== undefined || statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return found
  return lstatSync(directory, { throwIfNoEntry: false }) === undefined ? undefined : directory
}

export function changeOf(path: string, after: string, cwd: string, more: Partial<FileChange> = {}): FileChange {
  const before = more.removes === true ? readText(path, cwd) : readTarget(path, cwd)
  return { path, after, ...(before === undefined ? {} : { before }), ...more }
}

/** Edits a hooks.json, hookline.json or settings file and keeps its comments and order. `empty` is the text of a new file. */
export function hooksChange(path: string, changes: readonly HooksChange[], cwd: string, empty?: string): FileChange {
  const before = readTarget(path, cwd)
  const edited = editHooksFile(before === undefined || before.trim() === '' ? empty : before, changes)
  if (edited.kind === 'text') return { path, after: edited.text, ...(before === undefined ? {} : { before }) }
  const { line, column } = edited.at
  const location = `${oneLine(shownPath(path, cwd))}:${line}:${column}`
  throw new CannotEdit(
    `${location}: ${edited.message}, so the file was not changed. ${edited.hint} For all problems: hookline check`,
  )
}

/** Adds changes to a change that is not written yet. */
export function hooksChangeOn(earlier: FileChange, changes: readonly HooksChange[]): FileChange {
  const edited = editHooksFile(earlier.after, changes)
  if (edited.kind === 'text') return { ...earlier, after: edited.text }
  throw new CannotEdit(edited.message)
}

/** One file may serve several agents, which then plan the same change of it. */
export const oncePerFile = (changes: readonly FileChange[]): readonly FileChange[] =>
  changes.filter(({ path }, at) => changes.findIndex((one) => one.path === path) === at)

/** Deletes a file. */
export const removalOf = (path: string, cwd: string): FileChange =>
  changeOf(path, '', cwd, { removes: true, generated: true })

export const pathsOf = (changes: readonly FileChange[]): readonly string[] => changes.map(({ path }) => path)

export const isNothing = (change: FileChange): boolean =>
  change.removes === true
    ? change.before === undefined
    : change.before === change.after && change.bytes === undefined && !needsMode(change)

/** Whether the file should be executable and is not. */
const needsMode = ({ path, executable }: FileChange): boolean =>
  executable === true && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) === 0

export const makeExecutable = (path: string): void => chmodSync(path, (statSync(path).mode & 0o777) | 0o111)
