/** Plans what an import writes: entries in a hookline.json, or scripts and entries in a hooks.json. It replaces an earlier import. */
import { join } from 'node:path'
import { type Conversion, entryName, entryOf, scriptEntry, scriptName, scriptOf } from '@hookline/core/importers'
import { type Entry, type HooksChange, type readHooks, sourceSetup } from '@hookline/core/node'
import { hooksFileSchema } from '@hookline/core/protocol'
import { changeOf, type FileChange, hooksChange, readText, removalOf } from '../edit/change.ts'
import { emptyOwn, ownSchema, ownTarget, packSetup, readOwn } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { readTarget, type Target, targetOf } from '../edit/target.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { namesIn } from '../machine/file-stat.ts'
import { shownPath } from '../paths.ts'
import type { Gathered } from './gather.ts'

type ReadFile = (text: string) => ReturnType<typeof readHooks>
export type Add = Extract<HooksChange, { kind: 'add' }>

export interface ImportPlan {
  readonly target: Target
  readonly changes: readonly FileChange[]
  /** Descriptions of what an earlier import wrote and this one removes. */
  readonly gone: readonly string[]
}
/** The changes for one of the two formats. */
export interface FormatPlan {
  readonly changes: readonly FileChange[]
  readonly gone: readonly string[]
}
const noRules: Gathered = { conversions: [], notes: [], slugs: [], unread: [], fixed: [] }

/** Removes what an earlier import wrote in the other format, so that each rule runs only once. */
export async function planNative(gathered: Gathered, directory: string, io: Io): Promise<ImportPlan> {
  const target = ownTarget({}, directory)
  const other = planScripts({ ...noRules, unread: gathered.unread }, targetOf({}, directory), io)
  return { target, ...mergePlans(await planRules(gathered, target, io), other) }
}

export async function planStandalone(gathered: Gathered, directory: string, io: Io): Promise<ImportPlan> {
  const target = targetOf({}, directory)
  if (target.root === undefined)
    throw new UsageError('--standalone works only in a workspace, and this is your home directory')
  const other = await planRules({ ...noRules, unread: gathered.unread }, ownTarget({}, directory), io)
  return { target, ...mergePlans(planScripts(gathered, target, io), other) }
}

const mergePlans = (one: FormatPlan, other: FormatPlan): FormatPlan => ({
  changes: [...one.changes, ...other.changes],
  gone: [...one.gone, ...other.gone],
})

async function planRules({ conversions, unread }: Gathered, target: Target, io: Io): Promise<FormatPlan> {
  const setup = await packSetup()
  const kept = new Set(unread.map(entryName))
  const adds = conversions.flatMap(({ rule, hooks }) =>
    hooks.map((hook): Add => ({ kind: 'add', event: hook.event, entry: entryOf(rule, hook) })),
  )
  const earlier = ({ type, name }: Entry) =>
    type === 'rule' && name?.startsWith(entryName('')) === true && !kept.has(name)
  const read: ReadFile = (text) => readOwn(text, target, setup)
  return planEdit({ target, adds, earlier, read, schema: ownSchema() }, io)
}

function planScripts({ conversions, unread }: Gathered, target: Target, io: Io): FormatPlan {
  const used = convertedRules(conversions).map((conversion) => ({ conversion, script: scriptOf(conversion) }))
  const directory = join(target.base, '.cursor', 'hooks')
  const kept = new Set(unread.map(scriptName))
  const written = earlierScripts(directory).filter((name) => !kept.has(name))
  const scripts = used.map(({ script: { name, text } }) =>
    changeOf(join(directory, name), text, io.cwd, { executable: true }),
  )
  const adds = used.flatMap(({ conversion: { hooks }, script }) =>
    hooks.map((hook): Add => ({ kind: 'add', event: hook.event, entry: scriptEntry(script.name, hook) })),
  )
  const names = new Set(used.map(({ script }) => script.name))
  const ours = new Set([...written, ...names].map((name) => `.cursor/hooks/${name}`))
  const earlier = ({ command }: Entry) => command !== undefined && ours.has(command)
  const read: ReadFile = (text) => readTarget(text, target)
  const { changes, gone } = planEdit({ target, adds, earlier, read, schema: hooksFileSchema() }, io)
  const stale = written.filter((name) => !names.has(name)).map((name) => removalOf(join(directory, name), io.cwd))
  // A script is removed after the entry that names it.
  return { changes: [...scripts, ...changes, ...stale], gone }
}

/** Scripts that an import wrote, found by their first lines. A user's own script is not touched. */
function earlierScripts(directory: string): readonly string[] {
  const { files } = sourceSetup()
  const isOurs = (name: string): boolean => {
    const found = files.read(join(directory, name))
    return found.kind === 'text' && found.text.startsWith('#!/bin/sh\n# Generated from: .claude/hookify.')
  }
  return namesIn(directory).filter((name) => /^hookify-.*\.sh$/.test(name) && isOurs(name))
}

export interface Edit {
  readonly target: Target
  readonly adds: readonly Add[]
  readonly earlier: (entry: Entry) => boolean
  readonly read: ReadFile
  readonly schema: Parameters<typeof schemaBeside>[1]
  /** Changes of other parts of the file. */
  readonly more?: readonly HooksChange[]
}

export function planEdit({ target: { file }, adds, earlier, read, schema, more = [] }: Edit, io: Io): FormatPlan {
  const before = readText(file, io.cwd)
  if (before === undefined || before.trim() === '') {
    if (adds.length === 0 && more.length === 0) return { changes: [], gone: [] }
    const beside = schemaBeside(file, schema, io.cwd)
    const empty = adds.length === 0 ? emptyOwn : undefined
    return { changes: [beside.file, hooksChange(file, [beside.change, ...more, ...adds], io.cwd, empty)], gone: [] }
  }
  const added = new Set(read(fileText(adds)).entries.map(keyOf))
  const stale = read(before).entries.filter((entry) => earlier(entry) && !added.has(keyOf(entry)))
  const positions = stale
    .map(({ origin: { line = 0, column = 0 } }) => ({ line, column }))
    .toSorted((one, two) => two.line - one.line || two.column - one.column)
  if (adds.length === 0 && stale.length === 0 && more.length === 0) return { changes: [], gone: [] }
  const removes = positions.map((at) => ({ kind: 'remove', at }) as const)
  const left = new Set(adds.map(({ event, entry }) => `${event} ${titleOf(entry)}`))
  const gone = stale.filter((entry) => !left.has(`${entry.event} ${titleOf(entry)}`))
  const shown = shownPath(file, io.cwd)
  return {
    changes: [hooksChange(file, [...removes, ...more, ...adds], io.cwd)],
    gone: gone.map((entry) => `${titleOf(entry)}: ${entry.event}, in ${shown}`),
  }
}

const titleOf = ({ name, command }: { readonly name?: unknown; readonly command?: unknown }): string =>
  String(name ?? command)

const fileText = (adds: readonly Add[]): string => {
  const hooks: Record<string, unknown[]> = {}
  for (const { event, entry } of adds) {
    hooks[event] ??= []
    hooks[event].push(entry)
  }
  return JSON.stringify({ version: 1, hooks })
}

/** All fields of an entry that an import writes. */
const keyOf = ({ event, type, name, matcher, rule, command, failClosed, ...more }: Entry): string => {
  const { args, url, headers, env, prompt, model, verify, timeoutMs, loopLimit, monitor, async, dialect } = more
  const action = [command, args, url, headers, env, prompt, model, verify]
  return JSON.stringify([
    event,
    type,
    name,
    matcher,
    rule,
    failClosed,
    action,
    timeoutMs,
    loopLimit,
    monitor,
    async,
    dialect,
  ])
}

export const convertedRules = (conversions: readonly Conversion[]): readonly Conversion[] =>
  conversions.filter(({ hooks }) => hooks.length > 0)
