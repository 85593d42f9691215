/** What would be written: entries in a hookline.json, or scripts and entries in a hooks.json. What an earlier import left is replaced. */
import { join } from 'node:path'
import { type Conversion, entryName, entryOf, scriptEntry, scriptOf } from '@hookline/core/importers'
import type { Entry, HooksChange, readHooks } from '@hookline/core/node'
import { hooksFileSchema } from '@hookline/core/protocol'
import { changeOf, type FileChange, hooksChange, readText } from '../edit/change.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { readTarget, type Target, targetOf } from '../edit/target.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { ownSchema, ownTarget, packSetup, readOwn } from '../packs/own-target.ts'
import type { Gathered } from './gather.ts'

type Read = (text: string) => ReturnType<typeof readHooks>
type Add = Extract<HooksChange, { kind: 'add' }>

export interface Planned {
  readonly target: Target
  readonly changes: readonly FileChange[]
}

export async function planNative({ conversions, slugs }: Gathered, directory: string, io: Io): Promise<Planned> {
  const target = ownTarget({}, directory)
  const setup = await packSetup()
  const names = new Set(slugs.map(entryName))
  const adds = conversions.flatMap(({ rule, hooks }) =>
    hooks.map((hook): Add => ({ kind: 'add', event: hook.event, entry: entryOf(rule, hook) })),
  )
  const earlier = ({ type, name }: Entry) => type === 'rule' && name !== undefined && names.has(name)
  const read: Read = (text) => readOwn(text, target, setup)
  return { target, changes: edited({ target, adds, earlier, read, schema: ownSchema() }, io) }
}

export function planStandalone({ conversions }: Gathered, directory: string, io: Io): Planned {
  const target = targetOf({}, directory)
  if (target.root === undefined)
    throw new UsageError('--standalone writes into a workspace, and this is your home directory')
  const carried = conversions.map((conversion) => ({ conversion, script: scriptOf(conversion) }))
  const commands = new Set(carried.map(({ script }) => `.cursor/hooks/${script.name}`))
  const used = carried.filter(({ conversion }) => conversion.hooks.length > 0)
  const scripts = used.map(({ script: { name, text } }) =>
    changeOf(join(target.base, '.cursor', 'hooks', name), text, io.cwd, { executable: true }),
  )
  const adds = used.flatMap(({ conversion: { hooks }, script }) =>
    hooks.map((hook): Add => ({ kind: 'add', event: hook.event, entry: scriptEntry(script.name, hook) })),
  )
  const earlier = ({ command }: Entry) => command !== undefined && commands.has(command)
  const read: Read = (text) => readTarget(text, target)
  return { target, changes: [...scripts, ...edited({ target, adds, earlier, read, schema: hooksFileSchema() }, io)] }
}

interface Edit {
  readonly target: Target
  readonly adds: readonly Add[]
  readonly earlier: (entry: Entry) => boolean
  readonly read: Read
  readonly schema: Parameters<typeof schemaBeside>[1]
}

function edited({ target: { file }, adds, earlier, read, schema }: Edit, io: Io): readonly FileChange[] {
  const before = readText(file, io.cwd)
  if (before === undefined || before.trim() === '') {
    if (adds.length === 0) return []
    const beside = schemaBeside(file, schema, io.cwd)
    return [beside.file, hooksChange(file, [beside.change, ...adds], io.cwd)]
  }
  const wanted = new Set(read(fileOf(adds)).entries.map(keyOf))
  const stale = read(before).entries.filter((entry) => earlier(entry) && !wanted.has(keyOf(entry)))
  const places = stale
    .map(({ origin: { line = 0, column = 0 } }) => ({ line, column }))
    .toSorted((one, two) => two.line - one.line || two.column - one.column)
  return [hooksChange(file, [...places.map((at) => ({ kind: 'remove', at }) as const), ...adds], io.cwd)]
}

const fileOf = (adds: readonly Add[]): string => {
  const hooks: Record<string, unknown[]> = {}
  for (const { event, entry } of adds) {
    hooks[event] ??= []
    hooks[event].push(entry)
  }
  return JSON.stringify({ version: 1, hooks })
}

/** All that an import writes of an entry. */
const keyOf = ({ event, type, name, matcher, rule, command, failClosed }: Entry): string =>
  JSON.stringify([event, type, name, matcher, rule, command, failClosed])

export const carriedOver = (conversions: readonly Conversion[]): readonly Conversion[] =>
  conversions.filter(({ hooks }) => hooks.length > 0)
