/** Which hookline.json a command edits, and how the engine reads it. */

import { join } from 'node:path'
import { documentSource, readHooks, type SourceSetup, sourceSetup, userSettingsFile } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { hooklineFileSchema } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import type { Io } from '../io.ts'
import { readText } from './change.ts'
import { type LevelFlags, type Target, targetOf } from './target.ts'

/** With the parameters of every pack, for editors. */
export const ownSchema = () => hooklineFileSchema(packs)
export const emptyOwn = '{\n  "version": 1\n}\n'

/** The workspace's, or the person's own. */
export function ownTarget(flags: LevelFlags, directory: string): Target {
  const { root, level, base } = targetOf(flags, directory)
  const file = root === undefined ? userSettingsFile() : join(root, '.hookline', 'hookline.json')
  return { level, own: true, file, base, ...(root === undefined ? {} : { root }) }
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

/** As the engine would read them; a file that cannot be edited says so later. */
export function parametersIn(target: Target, { name }: Pack, setup: SourceSetup, io: Io): JsonObject {
  const given = packsIn(target, setup, io)[name]
  return typeof given === 'object' && given !== null ? given : {}
}

/** By name, with their parameters. */
export function packsIn(target: Target, setup: SourceSetup, io: Io): Readonly<Record<string, JsonObject>> {
  const text = readText(target.file, io.cwd)
  const packs = text === undefined ? undefined : readOwn(text, target, setup).settings?.values.packs
  return typeof packs === 'object' && packs !== null ? (packs as Readonly<Record<string, JsonObject>>) : {}
}
