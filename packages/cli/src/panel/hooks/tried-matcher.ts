/** Which recorded events a matcher lets through, whether or not its hook may run. */
import { createMatchers } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import type { Entry, LogRecord } from '@hookline/core/node'
import { testedAgainst } from '../../explain/tested.ts'

export interface TriedMatcher {
  readonly tried: number
  readonly matched: number
}

const matchers = createMatchers()

export async function tryMatchers(
  entries: readonly Entry[],
  recordsOf: (event: Entry['event']) => readonly LogRecord[],
): Promise<ReadonlyMap<string, TriedMatcher>> {
  await matchers.prepare(entries.flatMap(({ matcher }) => matcher ?? []))
  return new Map(
    entries.map((entry) => {
      const answers = recordsOf(entry.event).flatMap((record) => lets(entry, record) ?? [])
      return [entry.id, { tried: answers.length, matched: answers.filter(Boolean).length }]
    }),
  )
}

/** Undefined: what it is tested against was not kept. */
function lets(entry: Entry, { input, originalInput }: LogRecord): boolean | undefined {
  const { matcher } = entry
  if (matcher === undefined) return true
  try {
    const tested = testedAgainst(entry, entry.event, originalInput ?? input)
    if (tested === undefined || tested === null) return true
    const exact = dialects[entry.dialect]?.exact?.(matcher)
    return exact === undefined
      ? matchers.matches(matcher, tested)
      : exact.some((word) => word === '' || tested.includes(word))
  } catch {
    return undefined // A private field is a mark in the log, and a subject may be one.
  }
}
