/** The filter of the hook list. Pure. */
import type { Hook, HooksPage } from '../../../wire/panel.ts'

/** An empty text is no restriction. */
export interface HookFilter {
  readonly text: string
  readonly source: string
  readonly state: string
}

export const noFilter: HookFilter = { text: '', source: '', state: '' }

type Group = HooksPage['events'][number]

/** Groups with at least one matching hook, in the order in which hooks run. */
export const filterGroups = (groups: readonly Group[], filter: HookFilter): readonly Group[] =>
  selectHooks(groups, (hook) => matches(hook, filter))

/** Without the entries with which agents call Hookline: one for each event of each agent, and none of them is a hook. */
export const withoutCalls = (groups: readonly Group[]): readonly Group[] =>
  selectHooks(groups, ({ state }) => state !== 'call')

export const isFiltered = ({ text, source, state }: HookFilter): boolean => `${text}${source}${state}` !== ''

const selectHooks = (groups: readonly Group[], isWanted: (hook: Hook) => boolean): readonly Group[] =>
  groups.map((group) => ({ ...group, hooks: group.hooks.filter(isWanted) })).filter(({ hooks }) => hooks.length > 0)

function matches(hook: Hook, { text, source, state }: HookFilter): boolean {
  if (source !== '' && hook.source !== source) return false
  if (state !== '' && hook.state !== state) return false
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const haystack = searchable(hook)
  return words.every((word) => haystack.includes(word))
}

const searchable = ({ name, label, event, file, matcher, pack, source, trust, why, command }: Hook): string =>
  [name, label, event, file, matcher, pack, source, trust, why, command].join('\n').toLowerCase()

export const sourcesOf = (groups: readonly Group[]): readonly string[] => [
  ...new Set(groups.flatMap(({ hooks }) => hooks.map(({ source }) => source))),
]

export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { hooks }) => sum + hooks.length, 0)
