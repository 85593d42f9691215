/** Checks who owns the files before a sync or a logout: files of another user would make it fail halfway. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { TeamError } from '../failure.ts'
import type { ClientPaths, Machine } from './machine.ts'

/** Throws if a file to change belongs to another user, or if the files to write would not be readable by the owner of the home directory. */
export function checkOwners({ platform }: Machine, paths: ClientPaths, me = process.getuid?.()): void {
  if (me === undefined) return
  if (me === 0 && ownerOf(platform.home) !== 0)
    throw new TeamError(
      'local',
      `root must not write to the home directory of another user (${platform.home}): that user could not read the files. Run the command without sudo`,
    )
  const foreign = [paths.directory, paths.sets, paths.state, paths.metadata]
    .flatMap((directory) => [directory, ...listDirectory(directory).map((name) => join(directory, name))])
    .find((path) => me !== 0 && ![me, undefined].includes(ownerOf(path)))
  if (foreign !== undefined)
    throw new TeamError(
      'local',
      `${foreign} belongs to another user. To fix it, run: sudo chown -R "$(id -u)" ${paths.directory} ${paths.state}`,
    )
}

const ownerOf = (path: string): number | undefined => lstatSync(path, { throwIfNoEntry: false })?.uid

function listDirectory(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
