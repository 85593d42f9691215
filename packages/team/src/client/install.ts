/**
 * Installs a hook set: writes the whole set beside the old one and its manifest into the state directory, then renames a new
 * link over `hooks`. That rename is the commit: before it the old set runs, after it the new one.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SetManifest } from '@hookline/core/team'
import type { ClientPaths, Machine } from './device/machine.ts'
import type { Disk } from './disk.ts'
import { TeamError } from './failure.ts'
import { type HookSet, sha256 } from './hook-set.ts'
import type { SyncLock } from './lock.ts'

export function install(
  set: HookSet,
  scripts: ReadonlyMap<string, Buffer>,
  team: string,
  paths: ClientPaths,
  machine: Machine,
  disk: Disk,
  lock: SyncLock,
): void {
  const manifest: SetManifest & { readonly nonce: string } = {
    team,
    revision: set.revision,
    ...(set.candidate === 0 ? {} : { candidate: set.candidate }),
    files: {
      ...Object.fromEntries([...Object.entries(set.hookFiles), ...scripts].map(([name, body]) => [name, sha256(body)])),
    },
    lines: set.lines,
    ...(set.observed === undefined ? {} : { observed: set.observed }),
    // The nonce gives each installation its own name, so a set that was tampered with is replaced instead of repaired.
    nonce: randomBytes(8).toString('hex'),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const name = `${set.revision}-${sha256(text).slice(0, 16)}`
  makeRealDirectory(paths.directory, disk)
  makeRealDirectory(paths.sets, disk)
  writeSet(join(paths.sets, name), set.hookFiles, scripts, disk)
  disk.replaceFile(paths.manifest(name), text)
  if (!lock.isOwned()) throw new TeamError('busy', 'another sync of this team started in the meantime. Try again later')
  disk.link(paths.link, join('.sets', name))
  disk.replaceFile(paths.installed, `${JSON.stringify({ set: name, revision: set.revision })}\n`)
  removeStale(paths, machine, disk)
}

/** Removes a link at this path: it would redirect the set to another directory. */
function makeRealDirectory(path: string, disk: Disk): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isDirectory()) disk.remove(path)
  disk.directory(path)
}

function writeSet(
  directory: string,
  hookFiles: HookSet['hookFiles'],
  scripts: ReadonlyMap<string, Buffer>,
  disk: Disk,
): void {
  disk.directory(directory)
  for (const [name, body] of scripts) disk.newFile(join(directory, name), body, 0o500)
  for (const [name, text] of Object.entries(hookFiles)) disk.newFile(join(directory, name), text, 0o400)
  disk.mode(directory, 0o500)
}

/** Reads the name of the set in force from the link. */
export function readCurrentSet(paths: ClientPaths): string | undefined {
  try {
    return basename(readlinkSync(paths.link))
  } catch {
    return undefined
  }
}

/**
 * Removes sets that no event can still use, drafts of killed processes, and manifests of sets that are not in force.
 * Without its manifest, an old set is refused if the link points back to it.
 */
export function removeStale(paths: ClientPaths, machine: Machine, disk: Disk): void {
  const current = readCurrentSet(paths)
  for (const name of listDirectory(dirname(paths.manifest('x'))))
    if (name !== `${current}.json`) disk.remove(join(dirname(paths.manifest('x')), name))
  for (const name of listDirectory(paths.sets))
    if (name !== current && isUnused(join(paths.sets, name), paths, machine)) disk.removeAll(join(paths.sets, name))
  for (const name of listDirectory(paths.directory))
    if (name !== 'hooks' && name !== '.sets') disk.removeAll(join(paths.directory, name))
  for (const name of listDirectory(paths.metadata)) if (/\.new$/.test(name)) disk.remove(join(paths.metadata, name))
  for (const name of listDirectory(paths.state))
    if (/\.new$|^verify-|^lock\.\d+\.[0-9a-f]+$/.test(name)) disk.removeAll(join(paths.state, name))
}

/** True if the set was replaced longer ago than an event may take. The link's change time is finer than Date.now(), so round it down. */
function isUnused(set: string, paths: ClientPaths, { limits }: Machine): boolean {
  const replacedAt = lstatSync(paths.link, { throwIfNoEntry: false })?.ctimeMs ?? 0
  const createdAt = statSync(set, { throwIfNoEntry: false })?.ctimeMs ?? 0
  return Date.now() - Math.floor(Math.max(replacedAt, createdAt)) >= limits.keepSetMs
}

/** Removes the record of the installed set first, then the link. A kill in between leaves all hooks or none. */
export function uninstall(paths: ClientPaths, disk: Disk): void {
  disk.remove(paths.installed)
  disk.removeAll(paths.link)
  disk.removeAll(paths.directory)
}

function listDirectory(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
