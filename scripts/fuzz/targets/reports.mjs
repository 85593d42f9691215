// What machines report to a team's server: a report is stored as it is or refused as a whole, and each number once.
import { fromBinary, fromJson, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { Refusal } from '../../../packages/team/dist/server/refusal.js'
import { mergeSequences } from '../../../packages/team/dist/server/reports/ranges.js'
import { parseDecisions } from '../../../packages/team/dist/server/reports/shape.js'
import { ReportRequestSchema } from '../../../packages/team/gen/hookline/team/v1/team_pb.js'
import { damaged, mutated, text } from '../inputs.mjs'
import { requires } from '../run-target.mjs'

const run = { hookId: '1', source: 'team', fingerprint: 'a'.repeat(64), outcome: 'replied', failure: '', durationMs: 3 }
const decision = {
  ...{ sequence: '7', at: '2026-01-01T00:00:00Z', event: 'stop', verdict: 'deny', rule: 'reply', agent: 'cursor' },
  ...{ durationMs: 12.5, runs: [run] },
}
const whole = { decisions: [decision, { ...decision, sequence: '8' }] }
const receivedAt = Date.parse('2026-01-02T00:00:00Z')
const bytes = Array.from(toBinary(ReportRequestSchema, fromJson(ReportRequestSchema, whole)))

/** Undefined if the message cannot be decoded: the server answers with 400 before any code of ours. */
function decode(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}

function storeOrRefuse({ decisions }) {
  try {
    return parseDecisions(decisions, receivedAt)
  } catch (error) {
    requires(error instanceof Refusal, `not a refusal: ${error}`)
    return []
  }
}

/** Every value fits its column and can be shown. */
function requireRows(rows) {
  for (const { decision: one, runs } of rows) {
    requires(Number.isSafeInteger(one.sequence) && one.sequence > 0, `sequence ${one.sequence}`)
    requires(one.at >= 0 && one.at <= receivedAt, `at ${one.at}`)
    for (const row of [one, ...runs]) {
      requires(Number.isFinite(row.duration_ms) && row.duration_ms >= 0, `duration ${row.duration_ms}`)
      for (const value of Object.values(row))
        requires(typeof value !== 'string' || (value.length <= 200 && !/\p{Cc}/u.test(value)), JSON.stringify(value))
    }
  }
}

const checkMessage = (read) => {
  const message = decode(read)
  if (message !== undefined) requireRows(storeOrRefuse(message))
}

export const reports = {
  name: 'reports',
  about: 'reports that a team server takes in',
  properties: {
    'a damaged report is refused as a whole, or every row can be stored': {
      arbitrary: fc.oneof(
        damaged(fc.constant(decision)).map((one) => JSON.stringify({ decisions: [decision, one] })),
        damaged(fc.constant(run)).map((one) => JSON.stringify({ decisions: [{ ...decision, runs: [one] }] })),
        mutated(fc.constant(JSON.stringify(whole))),
        text,
      ),
      check: (content) => checkMessage(() => fromJson(ReportRequestSchema, JSON.parse(content))),
    },
    'a damaged binary report is refused as a whole, or every row can be stored': {
      arbitrary: fc
        .array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
        .map((changes) =>
          Uint8Array.from(bytes, (byte, at) => changes.find(([position]) => position === at)?.[1] ?? byte),
        ),
      check: (content) => checkMessage(() => fromBinary(ReportRequestSchema, content)),
    },
    'numbers in any order and repeated are stored once each': {
      arbitrary: fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }), { maxLength: 12 }),
      check: (batches) => {
        let known = { accepted: 0, missing: [] }
        const stored = []
        for (const batch of batches) {
          known = mergeSequences(known.accepted, known.missing, batch)
          stored.push(...known.fresh)
        }
        const sent = [...new Set(batches.flat())].toSorted((a, b) => a - b)
        requires(JSON.stringify(stored.toSorted((a, b) => a - b)) === JSON.stringify(sent), 'lost, or stored twice')
        const missing = known.missing.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, at) => a + at))
        requires(sent.length + missing.length === known.accepted, 'a missing number is not listed')
      },
    },
  },
}
