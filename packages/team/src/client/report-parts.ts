/** Decisions as the server reads them, in parts of no more than it takes at once. */
import { create, toBinary } from '@bufbuild/protobuf'
import type { ReportedDecision } from '@hookline/core/team'
import { type Decision, DecisionSchema } from '../wire/index.ts'
import { reportLimits } from '../wire/report-limits.ts'

/** A batch of long decisions is more than a server takes at once. */
export function partsOf(decisions: readonly Decision[]): readonly Decision[][] {
  const parts: Decision[][] = []
  let [bytes, runs] = [0, 0]
  for (const decision of decisions) {
    const size = toBinary(DecisionSchema, decision).length + tagBytes
    bytes += size
    runs += decision.runs.length
    if (parts.length === 0 || bytes > reportLimits.bytes || runs > reportLimits.runsInAll) {
      parts.push([])
      bytes = size
      runs = decision.runs.length
    }
    parts.at(-1)?.push(decision)
  }
  return parts
}
/** What stands before a message in a list: its number, and its length. */
const tagBytes = 6

/** The server refuses a batch with a word in it that is none: it must not be stuck for ever. */
const word = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, 200)

export const onWire = (decision: ReportedDecision, sequence: number): Decision =>
  create(DecisionSchema, {
    sequence: BigInt(sequence),
    at: decision.at,
    event: word(decision.event),
    verdict: word(decision.verdict),
    rule: word(decision.rule),
    agent: word(decision.agent),
    durationMs: decision.durationMs,
    runs: decision.runs
      .slice(0, reportLimits.runs)
      .map(({ hookId, source, fingerprint, outcome, failure, durationMs }) => ({
        hookId: BigInt(hookId),
        source: word(source),
        fingerprint: word(fingerprint),
        outcome: word(outcome),
        failure: word(failure),
        durationMs,
      })),
  })
