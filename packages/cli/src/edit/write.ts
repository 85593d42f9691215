/** Writes files in one step each: what is there is replaced whole or not at all, its mode kept. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { shownPath } from '../paths.ts'
import { oneLine } from '../plain.ts'
import { CannotEdit, type FileChange, isNothing, makeExecutable, readText } from './change.ts'

/**
 * In the order given: scripts before the file that names them. May throw what the disk throws.
 * `within`: a workspace that no link may lead out of.
 */
export function writeAll(changes: readonly FileChange[], cwd: string, within?: string): void {
  const due = changes.filter((change) => !isNothing(change))
  for (const change of due) {
    const shown = oneLine(shownPath(change.path, cwd))
    if (readText(change.path, cwd) !== change.before)
      throw new CannotEdit(`${shown} changed meanwhile; nothing more was written. Try again.`)
    if (within !== undefined && leadsOut(change.path, within))
      throw new CannotEdit(`${shown} is a link that leads out of the workspace; nothing more was written.`)
    if (change.removes === true) rmSync(change.path)
    else if (change.before === change.after) makeExecutable(change.path)
    else replace(change)
  }
}

function replace({ path, before, after, executable }: FileChange): void {
  mkdirSync(dirname(path), { recursive: true })
  // A link stays a link: what it points to is replaced.
  const target = before === undefined ? path : realpathSync(path)
  const usual = executable === true ? 0o755 : 0o644
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`)
  const descriptor = openSync(temporary, 'wx', usual)
  try {
    writeFileSync(descriptor, after)
    if (before !== undefined)
      fchmodSync(descriptor, (statSync(target).mode & 0o777) | (executable === true ? 0o111 : 0))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Judged by the nearest part of the path that exists. */
function leadsOut(path: string, within: string): boolean {
  let at = path
  while (lstatSync(at, { throwIfNoEntry: false }) === undefined) at = dirname(at)
  const real = realOf(at)
  const way = real === undefined ? '..' : relative(realpathSync(within), real)
  return way === '..' || way.startsWith(`..${sep}`) || way.startsWith(sep)
}

/** Undefined for a link that leads nowhere. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
