/** Writes each file atomically: an existing file is replaced completely or not at all, and keeps its mode. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { replaceFile } from '@hookline/core/files'
import { isInside, shownPath } from '../paths.ts'
import { oneLine } from '../text/plain.ts'
import { CannotEdit, type FileChange, isNothing, makeExecutable, readText } from './change.ts'
import { bytesOf, noteWrites, type Write } from './written.ts'

/**
 * Writes in the given order, with scripts before the file that names them. Errors of the file system are thrown.
 * `within` is a workspace: no link may lead out of it from a path inside.
 */
export function writeAll(changes: readonly FileChange[], cwd: string, within?: string): void {
  const due = changes.filter((change) => !isNothing(change))
  const [writes, created]: [Write[], string[]] = [[], []]
  try {
    for (const change of due) {
      const before = bytesOf(change.path)
      const missing = missingDirectories(dirname(change.path))
      writeOne(change, cwd, within)
      const { path, calls } = change
      writes.push({ path, before, after: bytesOf(path), calls })
      created.push(...missing)
    }
  } finally {
    if (writes.length > 0) noteWrites(writes, created)
  }
}

/** The directories on the way to this one that do not exist yet. */
function missingDirectories(directory: string): readonly string[] {
  if (directory === dirname(directory) || statSync(directory, { throwIfNoEntry: false }) !== undefined) return []
  return [...missingDirectories(dirname(directory)), directory]
}

function writeOne(change: FileChange, cwd: string, within: string | undefined): void {
  const shown = oneLine(shownPath(change.path, cwd))
  if (readText(change.path, cwd) !== change.before)
    throw new CannotEdit(
      `${shown} was changed by another program in the meantime. Nothing more was written. Run the command again.`,
    )
  if (within !== undefined && isInside(change.path, within) && leadsOut(change.path, within))
    throw new CannotEdit(`${shown} is a link that leads out of the workspace. Nothing more was written.`)
  if (change.removes === true) rmSync(change.path)
  else if (change.before === change.after && change.bytes === undefined) makeExecutable(change.path)
  else replace(change)
}

function replace({ path, before, after, bytes, executable }: FileChange): void {
  mkdirSync(dirname(path), { recursive: true })
  // A link stays a link; its target is replaced.
  const target = before === undefined ? path : realpathSync(path)
  const usual = executable === true ? 0o755 : 0o644
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`)
  const mode = before === undefined ? undefined : (statSync(target).mode & 0o777) | (executable === true ? 0o111 : 0)
  try {
    writeSynced(temporary, bytes ?? after, usual, mode)
    replaceFile(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    // A failed write does not say which file it was.
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}

/** `mode` is that of the file which is replaced. */
function writeSynced(file: string, content: string | Uint8Array, usual: number, mode: number | undefined): void {
  const descriptor = openSync(file, 'wx', usual)
  try {
    writeFileSync(descriptor, content)
    if (mode !== undefined) fchmodSync(descriptor, mode)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Follows the links of the nearest part of the path that exists. */
function leadsOut(path: string, within: string): boolean {
  let at = path
  while (lstatSync(at, { throwIfNoEntry: false }) === undefined) at = dirname(at)
  const real = followLinks(at)
  const fromRoot = real === undefined ? '..' : relative(realpathSync(within), real)
  return fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || fromRoot.startsWith(sep)
}

/** Returns undefined for a dangling link. */
function followLinks(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
