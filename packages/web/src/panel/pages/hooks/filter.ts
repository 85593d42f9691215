/** Which hooks are shown. Pure. */
import type { Hook, HooksPage } from '../../../wire/panel.ts'

export interface Wanted {
  readonly text: string
  readonly source: string | null
  readonly state: string | null
}

export const everything: Wanted = { text: '', source: null, state: null }

/** Of an address, which anybody can have written. */
export const wantedOf = ({ text, source }: { readonly text?: unknown; readonly source?: unknown }): Wanted => ({
  ...everything,
  ...(typeof text === 'string' ? { text } : {}),
  ...(typeof source === 'string' ? { source } : {}),
})

type Group = HooksPage['events'][number]

/** Groups that keep at least one hook; the order stays, for it is the order in which they count. */
export function shown(groups: readonly Group[], wanted: Wanted): readonly Group[] {
  return groups
    .map((group) => ({ ...group, hooks: group.hooks.filter((hook) => wants(hook, wanted)) }))
    .filter(({ hooks }) => hooks.length > 0)
}

function wants(hook: Hook, { text, source, state }: Wanted): boolean {
  if (source !== null && hook.source !== source) return false
  if (state !== null && hook.state !== state) return false
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const all = searchable(hook)
  return words.every((word) => all.includes(word))
}

const searchable = ({ name, label, event, file, matcher, pack, source, trust, why, command }: Hook): string =>
  [name, label, event, file, matcher, pack, source, trust, why, command].join('\n').toLowerCase()

export const sourcesOf = (groups: readonly Group[]): readonly string[] => [
  ...new Set(groups.flatMap(({ hooks }) => hooks.map(({ source }) => source))),
]

export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { hooks }) => sum + hooks.length, 0)
