/** Lays a case's hooks out as the files they would stand in, and finds them again among the entries read. */

import type { Agent } from '../agents/agent.ts'
import { agentOfSource } from '../agents/sources.ts'
import { isObservedFile } from '../config/observed.ts'
import type { Entry, SourceName } from '../flow.ts'
import type { JsonObject } from '../schema.ts'
import type { Case, CaseHook } from './case.ts'

export interface CaseFile {
  readonly source: SourceName
  readonly own: boolean
  /** Its hooks only observe. */
  readonly observed: boolean
  readonly text: string
}

const sourceOf = (hook: CaseHook): SourceName => hook.source ?? 'project'
const isOwn = ({ own, observed }: CaseHook): boolean => own === true || observed === true

/** One file a source that a hook stands in, in the case's order. */
export function caseFiles(
  one: Case,
  entryOf: (hook: CaseHook, at: number) => JsonObject = (hook) => hook.entry,
): readonly CaseFile[] {
  const files = new Map<string, Omit<CaseFile, 'text'> & { readonly hooks: [string, JsonObject][] }>()
  for (const [at, hook] of one.hooks.entries()) {
    const source = sourceOf(hook)
    const observed = hook.observed === true
    const key = `${source}/${isOwn(hook)}/${observed}`
    const file = files.get(key) ?? { source, own: isOwn(hook), observed, hooks: [] }
    const entry: [string, JsonObject] = [hook.event ?? one.event, entryOf(hook, at)]
    for (let nth = 0; nth < (hook.times ?? 1); nth += 1) file.hooks.push(entry)
    files.set(key, file)
  }
  for (const source of Object.keys(one.settings ?? {}) as SourceName[]) {
    const key = `${source}/true/false`
    if (!files.has(key)) files.set(key, { source, own: true, observed: false, hooks: [] })
  }
  // hookline.json is read after the hooks.json it stands beside, and what observes is read last.
  const rank = ({ own, observed }: Omit<CaseFile, 'text'>) => Number(own) + Number(observed)
  const inOrder = [...files.values()].sort((a, b) => rank(a) - rank(b))
  return inOrder.map(({ hooks, ...file }) => {
    const settings = file.own && !file.observed ? one.settings?.[file.source] : undefined
    return { ...file, text: textFor(agentOfSource(file.source), hooks, settings) }
  })
}

const textFor = (agent: Agent | undefined, hooks: Hooks, settings: JsonObject | undefined): string =>
  agent?.format === undefined ? nativeText(hooks, settings) : groupText(agent, hooks)

type Hooks = readonly (readonly [string, JsonObject])[]

function nativeText(hooks: Hooks, settings: JsonObject = {}): string {
  const byEvent: Record<string, unknown[]> = {}
  for (const [event, entry] of hooks) byEvent[event] = [...(byEvent[event] ?? []), entry]
  return JSON.stringify({ version: 1, ...settings, hooks: byEvent })
}

function groupText({ events = {} }: Agent, hooks: Hooks): string {
  const byEvent: Record<string, unknown[]> = {}
  for (const [event, { matcher, ...handler }] of hooks) {
    const theirs = Object.entries(events).find(([, ours]) => ours === event)?.[0] ?? event
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', ...handler }] }
    byEvent[theirs] = [...(byEvent[theirs] ?? []), group]
  }
  return JSON.stringify({ hooks: byEvent })
}

/** Entries keep the order of their file, so the n-th hook of a file and event is the n-th entry of it. */
export function indexEntries(one: Case, entries: readonly Entry[]): (entry: Entry) => number {
  const index = new Map<string, number>()
  const taken = new Map<string, number>()
  for (const [at, hook] of one.hooks.entries()) {
    const key = `${sourceOf(hook)}/${isOwn(hook)}/${hook.observed === true}/${hook.event ?? one.event}`
    const nth = taken.get(key) ?? 0
    taken.set(key, nth + 1)
    const entry = entries.filter(
      ({ origin, event, broken }) =>
        broken === undefined && `${origin.source}/${origin.own}/${isObservedFile(origin.file ?? '')}/${event}` === key,
    )[nth]
    if (entry !== undefined) index.set(entry.id, at)
  }
  return (entry) => index.get(entry.id) ?? -1
}
