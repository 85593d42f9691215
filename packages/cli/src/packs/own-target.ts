/** Which hookline.json a command edits, and how the engine reads it. */
import { join } from 'node:path'
import { documentSource, ownFile, readHooks, type SourceSetup, sourceSetup } from '@hookline/core/node'
import { type LevelFlags, type Target, targetOf } from '../edit/target.ts'

/** The workspace's, or the person's own. */
export function ownTarget(flags: LevelFlags, directory: string): Target {
  const { root, level, base } = targetOf(flags, directory)
  const file = root === undefined ? ownFile() : join(root, '.hookline', 'hookline.json')
  return { level, file, base, ...(root === undefined ? {} : { root }) }
}

const placeOf = ({ level, file, base, root }: Target) => {
  const trust = level === 'user' ? 'own' : 'untrusted'
  return { source: level, own: true, file, cwd: base, trust, ...(root === undefined ? {} : { root }) } as const
}

/** With the packs at hand. */
export async function packSetup(): Promise<SourceSetup> {
  const setup = sourceSetup()
  await setup.reading.packs?.load()
  return setup
}

export const readOwn = (text: string, target: Target, setup: SourceSetup): ReturnType<typeof readHooks> =>
  readHooks(text, placeOf(target), setup.reading)

/** The hooks of one pack in that file, and no others: whatever else it holds nobody has trusted. */
export const packSource = (target: Target, pack: string, setup: SourceSetup) =>
  documentSource(placeOf(target), setup, (text, place, reading) => {
    const read = readHooks(text, place, reading)
    return { ...read, entries: read.entries.filter((entry) => entry.pack === pack) }
  })
