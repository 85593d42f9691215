/** Converts decisions to messages and splits them into parts that the server accepts. */
import { create, toBinary } from '@bufbuild/protobuf'
import type { ReportedDecision } from '@hookline/core/team'
import { type Decision, DecisionSchema } from '../../wire/index.ts'
import { reportLimits } from '../../wire/report-limits.ts'

/** Splits the decisions so that no part exceeds the limits of one report. */
export function splitReport(decisions: readonly Decision[]): readonly Decision[][] {
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
/** The size of the field number and the length before each message in a list. */
const tagBytes = 6

/** Removes control characters and limits the length: the server would reject the batch again and again. */
const cleanString = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, 200)

export const toWireDecision = (decision: ReportedDecision, sequence: number): Decision =>
  create(DecisionSchema, {
    sequence: BigInt(sequence),
    at: decision.at,
    event: cleanString(decision.event),
    verdict: cleanString(decision.verdict),
    rule: cleanString(decision.rule),
    agent: cleanString(decision.agent),
    durationMs: decision.durationMs,
    revision: BigInt(decision.revision ?? 0),
    candidate: BigInt(decision.candidate ?? 0),
    observed: cleanString(decision.observed ?? ''),
    observation: BigInt(decision.observation ?? 0),
    runs: decision.runs
      .slice(0, reportLimits.runs)
      .map(({ hookId, source, fingerprint, outcome, failure, durationMs, rule = '', monitor = false }) => ({
        hookId: BigInt(hookId),
        source: cleanString(source),
        fingerprint: cleanString(fingerprint),
        outcome: cleanString(outcome),
        failure: cleanString(failure),
        durationMs,
        rule: cleanString(rule),
        monitor,
      })),
  })
