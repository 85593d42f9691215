/** Tries the matcher of each hook against recorded events, even if the hook is skipped. */
import { createMatchers } from '@hookline/core'
import { matchesNames } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import type { Entry, LogRecord } from '@hookline/core/node'
import { testedAgainst } from '../../explain/tested.ts'

export interface MatcherTrial {
  readonly tried: number
  readonly matched: number
}

const matchers = createMatchers()

export async function tryMatchers(
  entries: readonly Entry[],
  recordsOf: (event: Entry['event']) => readonly LogRecord[],
): Promise<ReadonlyMap<string, MatcherTrial>> {
  await matchers.prepare(entries.flatMap(({ matcher }) => matcher ?? []))
  return new Map(
    entries.map((entry) => {
      const answers = recordsOf(entry.event).flatMap((record) => matchesRecord(entry, record) ?? [])
      return [entry.id, { tried: answers.length, matched: answers.filter(Boolean).length }]
    }),
  )
}

export interface TestedRecord {
  readonly record: LogRecord
  readonly tested: readonly string[]
  readonly matched: boolean
}

/** Tries another matcher in place of the entry's own. */
export async function testMatcher(
  entry: Entry,
  matcher: string,
  records: readonly LogRecord[],
): Promise<readonly TestedRecord[] | { readonly invalid: string }> {
  try {
    new RegExp(matcher)
  } catch (error) {
    return { invalid: error instanceof Error ? error.message : String(error) }
  }
  const changed = { ...entry, matcher }
  await matchers.prepare([matcher])
  return records.flatMap((record) => {
    const matched = matchesRecord(changed, record)
    return matched === undefined ? [] : [{ record, matched, tested: testedValues(changed, record) }]
  })
}

function testedValues(entry: Entry, { input, originalInput }: LogRecord): readonly string[] {
  try {
    return testedAgainst(entry, entry.event, originalInput ?? input) ?? []
  } catch {
    return []
  }
}

/** Undefined if the log does not have the text that the matcher is tested against. */
function matchesRecord(entry: Entry, { input, originalInput }: LogRecord): boolean | undefined {
  const { matcher } = entry
  if (matcher === undefined) return true
  try {
    const tested = testedAgainst(entry, entry.event, originalInput ?? input)
    if (tested === undefined || tested === null) return true
    return matchesNames(dialects[entry.dialect], entry.event, matcher, tested, matchers.matches)
  } catch {
    return undefined // The log has only a placeholder for a private field, and the tested text may be in one.
  }
}
