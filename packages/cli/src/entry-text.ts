/** Formats an entry and its state for people. */
import type { Entry } from '@hookline/core/node'
import { shownPath } from './paths.ts'
import { clip, oneLine } from './plain.ts'
import { shortTime } from './when.ts'

export { quoted } from './plain.ts'

export const labelOf = (entry: Entry): string =>
  entry.broken === undefined ? clip(oneLine(entry.label), 60) : '(closed gate)'

/** `project .cursor/hooks.json:4` */
export function locationOf({ origin }: Entry, cwd: string): string {
  if (origin.file === undefined) return origin.source
  const line = origin.line === undefined ? '' : `:${origin.line}`
  return `${origin.source} ${oneLine(shownPath(origin.file, cwd))}${line}`
}

/** The workspaces whose hooks wait until the user trusts them. */
export const untrustedRoots = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(
    entries
      .filter((entry) => entry.trust === 'untrusted' || entry.trust === 'changed')
      .flatMap((entry) => entry.origin.root ?? []),
  ),
]

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The width of a column. Measure texts before they get colours, because colour codes have no width. */
export const widest = (cells: readonly string[], most = 60): number =>
  Math.min(most, Math.max(0, ...cells.map((cell) => cell.length)))

/** Why an entry does not run. The trust command is left out here, because reports print it once below the list. */
export function whyText({ why, detail }: { readonly why: string; readonly detail: string }): string {
  const text = oneLine(detail)
    .replace(/; run: hookline trust add .*$/, '')
    .replace(/\buntil (\d{4}-\S+Z)/, (_, at: string) => `until ${shortTime(new Date(at), new Date())}`)
  return text.startsWith(why) ? text : `${why}: ${text}`
}
