/** The pauses of an installed set that are in force, for people. */
import { join } from 'node:path'
import { isInForce, nodeFiles, pausesFile, readPauses, type SignedPause } from '@hookline/core/team'
import { readHookFiles, readInstalledHooks } from './installed-files.ts'

/** A pause of one hook with its name, or of all hooks without one. */
export interface ActivePause extends SignedPause {
  readonly hook?: string
}

/** The engine has compared the file with the signed one. */
export function readActivePauses(set: string, manifest: string, now: number): readonly ActivePause[] {
  const file = nodeFiles.read(join(set, pausesFile))
  const pauses = file.kind === 'text' ? (readPauses(file.text) ?? []) : []
  const active = pauses.filter((pause) => isInForce(pause, now))
  if (active.every(({ hookId }) => hookId === 0)) return active
  const names = readHookNames(set, manifest)
  return active.map((pause) => {
    const hook = names.get(pause.hookId)
    return { ...pause, ...(hook === undefined ? {} : { hook }) }
  })
}

/** The name of each hook by its id, as the hook files have it. */
function readHookNames(set: string, manifest: string): ReadonlyMap<number, string> {
  const files = readHookFiles(set)
  if (typeof files === 'string') return new Map()
  return new Map(
    readInstalledHooks(files, manifest).map(({ hookId, pack, entry }) => [
      hookId,
      pack ?? String(entry.name ?? entry.command ?? entry.module ?? entry.type ?? ''),
    ]),
  )
}
