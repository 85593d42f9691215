/** Splits a matcher into its top-level branches (`a|b|c`), and finds those that match an event. */
import { createMatchers } from '@hookline/core'
import { matchesNames } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import type { Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

/** `git (push|pull)|rm` has two branches: a `|` inside a group or class does not separate branches. */
export function splitBranches(matcher: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let inClass = false
  let from = 0
  for (let at = 0; at < matcher.length; at++) {
    const char = matcher[at]
    if (char === '\\') at++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === '|' && depth === 0) {
      found.push(matcher.slice(from, at))
      from = at + 1
    }
  }
  return [...found, matcher.slice(from)]
}

/** By entry id. Entries without a matcher, or whose matcher is ignored for the event, have no branches. */
export function findMatchedBranches(
  entries: readonly Entry[],
  event: EventName,
  input: JsonObject,
): Readonly<Record<string, readonly string[]>> {
  const met = entries
    .filter((entry) => entry.event === event && entry.matcher !== undefined)
    .map(
      (entry) =>
        [entry.id, splitBranches(entry.matcher ?? '').filter((branch) => matchesBranch(entry, branch, input))] as const,
    )
  return Object.fromEntries(met)
}

function matchesBranch(entry: Entry, branch: string, input: JsonObject): boolean {
  const row = eventRows[entry.event]
  // True: the input was checked against this row when the event was fired.
  const own = (row.subject?.(input as never, (path) => path) ?? []).filter((text) => typeof text === 'string')
  const dialect = dialects[entry.dialect]
  const stamped = { id: '', name: entry.event, row, at: '', input }
  const tested = dialect?.subjects === undefined ? row.subject && own : dialect.subjects(stamped, branch, own)
  if (tested === null) return true
  return matchesNames(dialect, entry.event, branch, tested, createMatchers().matches)
}
