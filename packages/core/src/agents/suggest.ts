/** Suggests a name ("did you mean"): the equivalent of another agent's name, or else the closest known name (CONTRACT §3). */
import { type EventName, eventNames } from '../protocol/events/index.ts'
import { type Foreign, foreignEvents, foreignKeys } from './foreign.ts'

export interface Suggestion<T extends string = string> {
  readonly agent?: string
  readonly ours?: T
  readonly instead?: string
}

export const suggestEvent = (name: string): Suggestion<EventName> | undefined =>
  suggest(name, foreignEvents(), eventNames)
export const suggestKey = (name: string, ours: readonly string[]): Suggestion | undefined =>
  suggest(name, foreignKeys(), ours)

export function suggest<T extends string>(
  name: string,
  foreign: ReadonlyMap<string, Foreign<T>>,
  ours: readonly T[],
): Suggestion<T> | undefined {
  const known = foreign.get(name) ?? findIgnoringCase(name, foreign, ours)
  if (known !== undefined) return known
  const near = nearest(name, ours)
  return near === undefined ? undefined : { ours: near }
}

/** Finds another agent's name ignoring case, unless it is one of Hookline's names in another case. */
function findIgnoringCase<T extends string>(
  name: string,
  foreign: ReadonlyMap<string, Foreign<T>>,
  ours: readonly T[],
): Foreign<T> | undefined {
  const lowerName = name.toLowerCase()
  if (ours.some((one) => one.toLowerCase() === lowerName)) return undefined
  return [...foreign].find(([known]) => known.toLowerCase() === lowerName)?.[1]
}

/** The closest name ignoring case, with at most a third of its length in edits. */
export function nearest<T extends string>(name: string, names: readonly T[]): T | undefined {
  let best: { readonly name: T; readonly edits: number } | undefined
  const lowerName = name.toLowerCase()
  for (const candidate of names) {
    const most = Math.floor(candidate.length / 3)
    if (Math.abs(candidate.length - lowerName.length) > most) continue
    const edits = editsBetween(lowerName, candidate.toLowerCase())
    if (edits <= most && (best === undefined || edits < best.edits)) best = { name: candidate, edits }
  }
  return best?.name
}

/** The number of insertions, deletions, substitutions and swaps of adjacent characters. */
export function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(beforeLast, j - 2) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}
const at = (row: readonly number[], index: number): number => row[index] ?? 0

/** A sentence for a message, such as `Did you mean "preToolUse"?`, or '' without a suggestion. */
export function describeSuggestion(name: string, found: Suggestion | undefined): string {
  if (found?.agent !== undefined) {
    const meant = found.instead ?? (found.ours === undefined ? undefined : `\`${found.ours}\``)
    const belongs = `"${name}" is a name of ${found.agent}`
    return meant === undefined ? `${belongs} and has no counterpart in Hookline` : `${belongs}; here write ${meant}`
  }
  return found?.ours === undefined ? '' : `Did you mean "${found.ours}"?`
}
