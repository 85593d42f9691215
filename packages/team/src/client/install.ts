/**
 * Puts a set in force: written whole beside the old one, its manifest kept in the state directory, then `hooks`, a link, is
 * renamed over. That one step is the commit: before it the old set runs, after it the new one.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SetManifest } from '@hookline/core/team'
import type { Disk } from './disk.ts'
import { TeamError } from './failure.ts'
import { type HookSet, sha256 } from './hook-set.ts'
import type { Held } from './lock.ts'
import type { Machine, Places } from './machine.ts'

export function install(
  set: HookSet,
  scripts: ReadonlyMap<string, Buffer>,
  team: string,
  places: Places,
  machine: Machine,
  disk: Disk,
  lock: Held,
): void {
  const manifest: SetManifest & { readonly nonce: string } = {
    team,
    revision: set.revision,
    files: {
      'hooks.json': sha256(set.hooksFile),
      ...Object.fromEntries([...scripts].map(([name, body]) => [name, sha256(body)])),
    },
    lines: set.lines,
    // Each installation has a name of its own: one that was tampered with is replaced, not mended.
    nonce: randomBytes(8).toString('hex'),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const name = `${set.revision}-${sha256(text).slice(0, 16)}`
  realDirectory(places.directory, disk)
  realDirectory(places.sets, disk)
  writeSet(join(places.sets, name), set.hooksFile, scripts, disk)
  disk.replaceFile(places.manifest(name), text)
  if (!lock.isHeld()) throw new TeamError('busy', 'another sync of this team began meanwhile')
  disk.link(places.link, join('.sets', name))
  disk.replaceFile(places.installed, `${JSON.stringify({ set: name, revision: set.revision })}\n`)
  removeStale(places, machine, disk)
}

/** A link in its place would lead the set somewhere else. */
function realDirectory(path: string, disk: Disk): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) disk.remove(path)
  disk.directory(path)
}

function writeSet(directory: string, hooksFile: string, scripts: ReadonlyMap<string, Buffer>, disk: Disk): void {
  disk.directory(directory)
  for (const [name, body] of scripts) disk.newFile(join(directory, name), body, 0o500)
  disk.newFile(join(directory, 'hooks.json'), hooksFile, 0o400)
  disk.mode(directory, 0o500)
}

/** The set in force, by the link. */
export function currentSet(places: Places): string | undefined {
  try {
    return basename(readlinkSync(places.link))
  } catch {
    return undefined
  }
}

/** Sets that no event can still run from, drafts of whoever was killed, and manifests of what is not in force: a link back to it is refused. */
export function removeStale(places: Places, machine: Machine, disk: Disk): void {
  const current = currentSet(places)
  for (const name of list(dirname(places.manifest('x'))))
    if (name !== `${current}.json`) disk.remove(join(dirname(places.manifest('x')), name))
  for (const name of list(places.sets))
    if (name !== current && isOld(join(places.sets, name), places, machine)) disk.removeAll(join(places.sets, name))
  for (const name of list(places.directory))
    if (name !== 'hooks' && name !== '.sets') disk.removeAll(join(places.directory, name))
  for (const name of list(places.metadata)) if (/\.new$/.test(name)) disk.remove(join(places.metadata, name))
  for (const name of list(places.state))
    if (/\.new$|^verify-|^lock\.\d+\.[0-9a-f]+$/.test(name)) disk.removeAll(join(places.state, name))
}

/** Replaced at least so long ago as an event may take: the link says when. The file system counts finer than this clock does. */
function isOld(set: string, places: Places, { limits }: Machine): boolean {
  const replacedAt = lstatSync(places.link, { throwIfNoEntry: false })?.ctimeMs ?? 0
  const made = statSync(set, { throwIfNoEntry: false })?.ctimeMs ?? 0
  return Date.now() - Math.floor(Math.max(replacedAt, made)) >= limits.keepSetMs
}

/** First what says that there have to be hooks, then the link: whoever is killed here leaves all of them, or none. */
export function uninstall(places: Places, disk: Disk): void {
  disk.remove(places.installed)
  disk.removeAll(places.link)
  disk.removeAll(places.directory)
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
