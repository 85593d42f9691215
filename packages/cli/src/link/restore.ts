/** Plans how a settings file loses the entries that call Hookline: byte by byte as before, or without these entries if it changed since. */
import { rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Entry, HooksChange } from '@hookline/core/node'
import { isObject } from '@hookline/core/protocol'
import { parse } from 'jsonc-parser'
import { changeOf, type FileChange, hooksChange, removalOf } from '../edit/change.ts'
import { bytesOf, hashOf, readWritten, type Written } from '../edit/written.ts'

/** What is ours in a settings file: the entries that call Hookline, and edits that take away the rest. */
export interface OwnParts {
  readonly entries: readonly Entry[]
  readonly edits: readonly HooksChange[]
  /** The whole file is Hookline's. */
  readonly isWhole?: boolean
}

/** The result is empty if there is nothing to do. */
export function planRestore(
  file: string,
  { entries, edits, isWhole = false }: OwnParts,
  cwd: string,
  written: Written = readWritten(),
): readonly FileChange[] {
  const note = written.files[file]
  const calls = 'removed'
  const was = note?.connected?.before
  if (was !== undefined && note?.connected?.after === hashOf(bytesOf(file))) {
    if (was === null) return [...schemaRemoval(file, cwd, written), changeOf(file, '', cwd, { removes: true, calls })]
    const bytes = Buffer.from(was, 'base64')
    return [changeOf(file, bytes.toString('utf8'), cwd, { bytes, calls })]
  }
  if (entries.length === 0) return []
  if (isWhole) return [changeOf(file, '', cwd, { removes: true, calls })]
  const change = { ...hooksChange(file, [...removalsOf(entries), ...edits], cwd), calls } as const
  const isOurs = was === null || note?.before === null
  return isOurs && isEmpty(change.after)
    ? [...schemaRemoval(file, cwd, written), { ...change, after: '', removes: true }]
    : [change]
}

/** From the last to the first, so that an edit does not move the positions of the next ones. */
const removalsOf = (calls: readonly Entry[]): readonly HooksChange[] =>
  calls
    .map(({ origin: { line = 1, column = 1 } }) => ({ line, column }))
    .toSorted((a, b) => b.line - a.line || b.column - a.column)
    .map((at) => ({ kind: 'remove', at }))

/** Whether only the frame of a file that we created is left. */
function isEmpty(text: string): boolean {
  const value: unknown = parse(text, [], { allowTrailingComma: true })
  if (!isObject(value) || /\/[/*]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))) return false
  const { version: _, $schema: __, hooks = {}, ...others } = value
  return Object.keys(others).length === 0 && isObject(hooks) && Object.keys(hooks).length === 0
}

/** The schema beside the file, if we created it and it is unchanged. */
function schemaRemoval(file: string, cwd: string, { files }: Written): readonly FileChange[] {
  if (!file.endsWith('.json')) return []
  const path = join(dirname(file), basename(file).replace(/\.json$/, '.schema.json'))
  const note = files[path]
  return note?.before === null && note.after === hashOf(bytesOf(path)) ? [removalOf(path, cwd)] : []
}

const directoriesAbove = (path: string): readonly string[] =>
  dirname(path) === path ? [] : [dirname(path), ...directoriesAbove(dirname(path))]

/** Removes directories that we created and that are empty now, the deepest first. */
export function removeCreated(paths: readonly string[], { directories }: Written): void {
  const parents = new Set(paths.flatMap(directoriesAbove))
  for (const directory of directories.toSorted((a, b) => b.length - a.length)) {
    if (!parents.has(directory)) continue
    try {
      rmdirSync(directory)
    } catch {
      // Someone else's files are in it, or it is gone.
    }
  }
}
