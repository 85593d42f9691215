/** Reads the hook files of an installed set. Hookline wrote them and the manifest when it installed the set. */
import { join } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { nodeFiles, observedFile, readManifest, type SetManifest } from '@hookline/core/team'

/** The text of the set's hook files, or a message. A set without a hookline.json has only a hooks.json. */
export function readHookFiles(set: string): Readonly<Record<string, string>> | string {
  const read = ['hooks.json', 'hookline.json'].map((name) => ({ name, file: nodeFiles.read(join(set, name)) }))
  const unreadable = read.find(
    ({ name, file }) => file.kind !== 'text' && (name === 'hooks.json' || file.kind !== 'missing'),
  )
  if (unreadable !== undefined) return `${unreadable.name} cannot be read`
  return Object.fromEntries(read.flatMap(({ name, file }) => (file.kind === 'text' ? [[name, file.text]] : [])))
}

export interface InstalledHook {
  /** Empty for a pack, which has hooks of several events. */
  readonly event: string
  /** The name of the pack, if it is one. `entry` has its parameters. */
  readonly pack?: string
  readonly entry: JsonObject
  readonly hookId: number
}

// The sync wrote this file as JSON, from what was signed.
export const readInstalledFile = (files: Readonly<Record<string, string>>): InstalledFile =>
  JSON.parse(files['hookline.json'] ?? files['hooks.json'] ?? '{}') as InstalledFile

/** In the order of the file. */
export function readInstalledHooks(
  files: Readonly<Record<string, string>>,
  manifestFile: string,
): readonly InstalledHook[] {
  return listHooks(readInstalledFile(files), readManifest(manifestFile, nodeFiles)?.lines ?? {})
}

/** Those that only observe, beside the others. */
export function readObservedHooks(set: string, manifestFile: string): readonly InstalledHook[] {
  const { observed } = readManifest(manifestFile, nodeFiles) ?? {}
  const file = observed === undefined ? undefined : nodeFiles.read(join(set, observedFile))
  // As above, the sync wrote it.
  return file?.kind === 'text' ? listHooks(JSON.parse(file.text) as InstalledFile, observed?.lines ?? {}) : []
}

function listHooks({ hooks = {}, packs = {} }: InstalledFile, lines: SetManifest['lines']): readonly InstalledHook[] {
  const ids = Object.entries(lines).sort(([a], [b]) => Number(a) - Number(b))
  return [
    ...Object.entries(packs).map(([pack, entry]) => ({ event: '', pack, entry })),
    ...Object.entries(hooks).flatMap(([event, list]) => list.map((entry) => ({ event, entry }))),
  ].map((hook, index) => ({ ...hook, hookId: ids[index]?.[1] ?? 0 }))
}

interface InstalledFile extends JsonObject {
  readonly hooks?: Readonly<Record<string, readonly JsonObject[]>>
  readonly packs?: Readonly<Record<string, JsonObject>>
}
