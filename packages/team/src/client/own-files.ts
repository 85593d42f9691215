/** A sync or a logout that finds files of another user fails in the middle: whose they are is asked before. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { TeamError } from './failure.ts'
import type { Machine, Places } from './machine.ts'

/** Throws where what this would change is somebody else's, or what it would write somebody else's to read. */
export function refuseOthers({ platform }: Machine, places: Places, me = process.getuid?.()): void {
  if (me === undefined) return
  if (me === 0 && ownerOf(platform.home) !== 0)
    throw new TeamError(
      'local',
      `this is root in the home of another user (${platform.home}), who could not use what it writes there. Run it without sudo`,
    )
  const others = [places.directory, places.sets, places.state, places.metadata]
    .flatMap((directory) => [directory, ...list(directory).map((name) => join(directory, name))])
    .find((path) => me !== 0 && ![me, undefined].includes(ownerOf(path)))
  if (others !== undefined)
    throw new TeamError(
      'local',
      `${others} belongs to another user. To have it back: sudo chown -R "$(id -u)" ${places.directory} ${places.state}`,
    )
}

const ownerOf = (path: string): number | undefined => lstatSync(path, { throwIfNoEntry: false })?.uid

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
