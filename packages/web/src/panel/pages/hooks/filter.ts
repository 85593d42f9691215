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
export function filterGroups(groups: readonly Group[], filter: HookFilter): readonly Group[] {
  return groups
    .map((group) => ({ ...group, hooks: group.hooks.filter((hook) => matches(hook, filter)) }))
    .filter(({ hooks }) => hooks.length > 0)
}

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
