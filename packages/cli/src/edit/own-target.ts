/** Chooses the hookline.json that a command edits, and reads it as the engine does. */

import { join } from 'node:path'
import { documentSource, readHooks, type SourceSetup, sourceSetup, userSettingsFile } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { hooklineFileSchema } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import type { Io } from '../io.ts'
import { readText } from './change.ts'
import { type LevelFlags, type Target, targetOf } from './target.ts'

/** The schema of hookline.json with the parameters of every pack, for editors. */
export const ownSchema = () => hooklineFileSchema(packs)
export const emptyOwn = '{\n  "version": 1\n}\n'

/** The workspace's hookline.json, or the user's own. */
export function ownTarget(flags: LevelFlags, directory: string): Target {
  const { root, level, base } = targetOf(flags, directory)
  const file = root === undefined ? userSettingsFile() : join(root, '.hookline', 'hookline.json')
  return { level, own: true, file, base, ...(root === undefined ? {} : { root }) }
}

const sourceOf = ({ level, file, base, root }: Target) => {
  const trust = level === 'user' ? 'own' : 'untrusted'
  return { source: level, own: true, file, cwd: base, trust, ...(root === undefined ? {} : { root }) } as const
}

/** The setup for reading files, with the packs loaded. */
export async function packSetup(): Promise<SourceSetup> {
  const setup = sourceSetup()
  await setup.reading.packs?.load()
  return setup
}

export const readOwn = (text: string, target: Target, setup: SourceSetup): ReturnType<typeof readHooks> =>
  readHooks(text, sourceOf(target), setup.reading)

/** Only the hooks of one pack in that file, because the user has not trusted the others. */
export const packSource = (target: Target, pack: string, setup: SourceSetup) =>
  documentSource(sourceOf(target), setup, (text, source, reading) => {
    const read = readHooks(text, source, reading)
    return { ...read, entries: read.entries.filter((entry) => entry.pack === pack) }
  })

/** The parameters in the file as the engine reads them. Problems of the file are reported when it is edited. */
export function parametersIn(target: Target, { name }: Pack, setup: SourceSetup, io: Io): JsonObject {
  const given = packsIn(target, setup, io)[name]
  return typeof given === 'object' && given !== null ? given : {}
}

/** The packs in the file by name, with their parameters. */
export function packsIn(target: Target, setup: SourceSetup, io: Io): Readonly<Record<string, JsonObject>> {
  const text = readText(target.file, io.cwd)
  const packs = text === undefined ? undefined : readOwn(text, target, setup).settings?.values.packs
  // The reader has checked that `packs` maps names to objects.
  return typeof packs === 'object' && packs !== null ? (packs as Readonly<Record<string, JsonObject>>) : {}
}
