/** Receives the decisions of machines. Each is stored once even if it is sent twice, and acknowledged only after it is stored. */
import type { Decision } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { enforceRateLimit } from '../devices/rate-limit.ts'
import { notFound } from '../refusal.ts'
import { createBatches } from './batches.ts'
import { dayOf, readFirstKeptDay } from './days.ts'
import { listNumbers } from './ranges.ts'
import { type ParsedDecision, parseDecisions } from './shape.ts'
import { type MachineReport, type StoredReport, storeReports } from './store-reports.ts'

/** The response lists at most this many missing numbers. */
const maxListedMissing = 1000

/** In rows. A transaction of this many rows takes a fraction of a second; what waits takes some hundred bytes for each. */
const mostAtOnce = 5_000
const mostWaiting = 200_000

/** All machines of a team count in the same rows. So the reports that arrive at the same time are stored in one transaction. */
export function createReportIntake(context: Context) {
  const { store, now } = context
  const addReport = createBatches<MachineReport, StoredReport | undefined>({
    store: (team, reports) => store.inTeam(team, (q) => storeReports(q, team, reports)),
    sizeOf: ({ parsed }) => 1 + countRows(parsed),
    mostAtOnce,
    mostWaiting,
    isUnavailable: store.isUnavailable,
  })
  return async (machine: Machine, decisions: readonly Decision[]) => {
    const receivedAt = now()
    const parsed = parseDecisions(decisions, receivedAt)
    enforceRateLimit(machine, countRows(parsed), receivedAt)
    await openDays(context, machine.team, parsed, receivedAt)
    const stored = await addReport(machine.team, { device: machine.id, parsed, receivedAt })
    if (stored === undefined) throw notFound()
    context.telemetry?.noteDecisions(
      machine.team,
      machine.id,
      stored.parsed.map(({ decision }) => decision),
    )
    const missing = [...listNumbers(stored.missing, maxListedMissing)]
    return { accepted: BigInt(stored.accepted), missing: missing.map(BigInt) }
  }
}

const countRows = (parsed: readonly ParsedDecision[]): number =>
  parsed.reduce((sum, { runs }) => sum + 1 + runs.length, 0)

/** Reports are stored by day. Decisions of a day that is not kept any more are acknowledged and not stored. */
async function openDays(
  { store }: Context,
  team: string,
  parsed: readonly ParsedDecision[],
  now: number,
): Promise<void> {
  const days = new Set(parsed.map(({ decision }) => dayOf(decision.at)))
  const isRecent = [...days].every((day) => day >= dayOf(now) - 1)
  const firstDay = isRecent ? 0 : await store.inTeam(team, (q) => readFirstKeptDay(q, now))
  await store.openReportDays(new Set([...days].filter((day) => day >= firstDay)))
}
