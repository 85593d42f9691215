/** The filter of the hook list. Pure. */
import type { Hook, HooksPage } from '../../../wire/panel.ts'

export interface HookFilter {
  readonly text: string
  readonly source: string | null
  readonly state: string | null
}

export const noFilter: HookFilter = { text: '', source: null, state: null }

/** Reads the filter from an address, which is untrusted input. */
export function parseFilter(search: Readonly<Record<string, unknown>>): HookFilter {
  const { text, source, state } = search
  return {
    text: typeof text === 'string' || typeof text === 'number' ? String(text) : '',
    source: typeof source === 'string' ? source : null,
    state: typeof state === 'string' ? state : null,
  }
}

/** The query of the address, so that a link shows the same list. */
export function toSearch({ text, source, state }: HookFilter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ text, source, state }))
    if (value !== null && value !== '') query.set(name, value)
  return query.toString()
}

type Group = HooksPage['events'][number]

/** Groups with at least one matching hook, in the order in which hooks run. */
export function filterGroups(groups: readonly Group[], filter: HookFilter): readonly Group[] {
  return groups
    .map((group) => ({ ...group, hooks: group.hooks.filter((hook) => matches(hook, filter)) }))
    .filter(({ hooks }) => hooks.length > 0)
}

function matches(hook: Hook, { text, source, state }: HookFilter): boolean {
  if (source !== null && hook.source !== source) return false
  if (state !== null && hook.state !== state) return false
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
