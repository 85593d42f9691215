/** Does to the real directory what a script did beside its copy: creates, replaces, renames and removes files there. */
import { cpSync, lstatSync, readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inMirror, type MirroredDirectory, makeLink, syncDirectory } from './directories.ts'
import { linkTarget } from './layout.ts'

/**
 * Returns the directory as it is afterwards. What cannot be done stays in the mirror until the next run. `isSame`: the real directory is
 * as it was when the links were made. Otherwise a link may be missing because its file is new, and that file stays.
 */
export function carryBack(mirror: string, directory: MirroredDirectory, isSame: boolean): MirroredDirectory {
  const { path, own, linked } = directory
  const at = inMirror(mirror, path)
  const names = readdirSync(at)
  const removed = new Set(linked.filter((name) => !names.includes(name)))
  for (const name of names) {
    if (own.has(name) || name === '__pycache__') continue
    const real = join(path, name)
    const target = linkTarget(join(at, name))
    if (target === real) continue
    const isRenamed = target !== undefined && dirname(target) === path && removed.has(basename(target))
    if (isRenamed) removed.delete(basename(target))
    attempt(() => {
      if (isRenamed) {
        renameSync(target, real)
        unlinkSync(join(at, name))
      } else move(join(at, name), real)
      makeLink(real, join(at, name))
    })
  }
  if (isSame) for (const name of removed) attempt(() => removeFile(join(path, name)))
  return syncDirectory(mirror, directory, () => true)
}

function attempt(act: () => void): void {
  try {
    act()
  } catch {
    // The directory is read-only or full, as it would have been for the script.
  }
}

/** A directory is not removed because its link is gone. */
function removeFile(path: string): void {
  if (!lstatSync(path).isDirectory()) unlinkSync(path)
}

/** The cache may be on another file system. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true, force: true })
  }
}
