/** Formats an entry and its state for people. */
import type { EditionRow } from '@hookline/core'
import { type Entry, gateOf, policyOf, type Verify, whenStopped } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { shownPath } from '../paths.ts'
import { clip, oneLine, quoted } from './plain.ts'
import { withShortTimes } from './when.ts'

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

const trustLabels: Readonly<Record<string, string>> = {
  trusted: 'trusted',
  followed: 'trusted, with later changes',
  changed: 'changed since it was trusted',
  untrusted: 'not trusted',
}

/** The directories of a workspace with hooks of their own, with their trust. Nothing if the workspace has only one. */
export function rootsText(
  roots: readonly { readonly root: string; readonly trust: string }[],
  { cwd }: { readonly cwd: string },
): string {
  if (roots.length < 2) return ''
  const rows = roots.map(({ root, trust }) => [oneLine(shownPath(root, cwd)), trust] as const)
  const width = widest(rows.map(([path]) => path))
  const lines = rows.map(([path, trust], at) => {
    const next = trust === 'untrusted' || trust === 'changed' ? trustCommand(roots[at]?.root ?? '') : ''
    return `  ${path.padEnd(width)}  ${trustLabels[trust] ?? trust}${next}\n`
  })
  return `${roots.length} directories have hooks. Those below the workspace apply to what is inside them:\n${lines.join('')}`
}
const trustCommand = (root: string): string => `; to review: hookline trust add ${quoted(oneLine(root))}`

/** What becomes of a hook that has not answered when the budget of its event is over. Undefined if it has no budget. */
export function afterBudget(entry: Entry, edition: EditionRow): 'refuses' | 'goes on' | undefined {
  if (entry.budgetMs === undefined || entry.async === true) return undefined
  const row = eventRows[entry.event]
  const gate = gateOf(edition, entry.event, row.gate)
  return policyOf(whenStopped(entry), { row }, edition, gate) === 'closed' && !entry.monitor ? 'refuses' : 'goes on'
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The width of a column. Measure texts before they get colours, because colour codes have no width. */
export const widest = (cells: readonly string[], most = 60): number =>
  Math.min(most, Math.max(0, ...cells.map((cell) => cell.length)))

/** What the model of a hook may look at, and its limits: `reads files, runs "npm test", at most 8 rounds, 200000 tokens` */
export function verifyText({ read, commands, rounds, tokens, dollars }: Verify): string {
  const files =
    read === true ? ['reads files'] : read === false ? [] : [`reads ${read.map((one) => oneLine(one)).join(' ')}`]
  const runs = commands.length === 0 ? [] : [`runs ${commands.map((one) => JSON.stringify(oneLine(one))).join(', ')}`]
  const cost = dollars === undefined ? [] : [`$${dollars}`]
  return [...files, ...runs, `at most ${counted(rounds, 'round')}`, `${tokens} tokens`, ...cost].join(', ')
}

/** Why an entry does not run. The trust command is left out here, because reports print it once below the list. */
export function whyText({ why, detail }: { readonly why: string; readonly detail: string }): string {
  const text = withShortTimes(oneLine(detail).replace(/; run: hookline trust add .*$/, ''))
  return text.startsWith(why) ? text : `${why}: ${text}`
}
