/** Checks the shape of a spooled decision. Other lines were cut off by a kill or written by another program, and the server would reject the whole batch. */
import type { JsonObject } from '@hookline/core/protocol'
import type { ReportedDecision, ReportedRun } from '@hookline/core/team'

type Shape<T> = Readonly<Record<keyof T, (value: unknown) => boolean>>

const isText = (value: unknown): boolean => typeof value === 'string'
const isDuration = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  Date.parse(value) >= 0

// Lines of earlier releases have none.
const isOptionalNumber = (value: unknown): boolean => value === undefined || Number.isSafeInteger(value)

const runShape: Shape<ReportedRun> = {
  // The first check allows only numbers.
  hookId: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  source: isText,
  fingerprint: isText,
  outcome: isText,
  failure: isText,
  durationMs: isDuration,
  // Lines of earlier releases have none.
  rule: (value) => value === undefined || isText(value),
  monitor: (value) => value === undefined || value === true,
}
const decisionShape: Shape<ReportedDecision> = {
  at: isTime,
  event: isText,
  verdict: isText,
  rule: isText,
  agent: isText,
  durationMs: isDuration,
  revision: isOptionalNumber,
  candidate: isOptionalNumber,
  observed: (value) => value === undefined || isText(value),
  observation: isOptionalNumber,
  runs: (value) => Array.isArray(value) && value.every((run) => matchesShape(run, runShape)),
}

const matchesShape = (value: unknown, shape: Readonly<Record<string, (value: unknown) => boolean>>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  // The conditions above check that it is an object.
  Object.entries(shape).every(([key, is]) => is((value as JsonObject)[key]))

export const isDecision = (value: unknown): value is ReportedDecision => matchesShape(value, decisionShape)
