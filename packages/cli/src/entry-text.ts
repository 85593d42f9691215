/** How an entry and its state are named to a person. */
import type { Entry } from '@hookline/core/node'
import { shownPath } from './paths.ts'
import { clip, oneLine } from './plain.ts'
import { shortTime } from './when.ts'

export { quoted } from './plain.ts'

export const labelOf = (entry: Entry): string =>
  entry.broken === undefined ? clip(oneLine(entry.label), 60) : '(closed gate)'

/** `project .cursor/hooks.json:4` */
export function placeOf({ origin }: Entry, cwd: string): string {
  if (origin.file === undefined) return origin.source
  const line = origin.line === undefined ? '' : `:${origin.line}`
  return `${origin.source} ${oneLine(shownPath(origin.file, cwd))}${line}`
}

/** The roots whose hooks wait for a word of the person. */
export const untrustedRoots = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(
    entries
      .filter((entry) => entry.trust === 'untrusted' || entry.trust === 'changed')
      .flatMap((entry) => entry.origin.root ?? []),
  ),
]

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Pads by what is seen: widths are taken before colour is added. */
export const widest = (texts: readonly string[], most = 60): number =>
  Math.min(most, Math.max(0, ...texts.map((text) => text.length)))

/** Why it does not run. What to do about trust is said once, below, and not at every entry. */
export function whyText({ why, detail }: { readonly why: string; readonly detail: string }): string {
  const text = oneLine(detail)
    .replace(/; run: hookline trust add .*$/, '')
    .replace(/\buntil (\d{4}-\S+Z)/, (_, at: string) => `until ${shortTime(new Date(at), new Date())}`)
  return text.startsWith(why) ? text : `${why}: ${text}`
}
