/** Stores the decisions of a machine. Each is stored once even if it is sent twice, and acknowledged only after it is stored. */
import { sql } from 'kysely'
import type { Decision } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { enforceRateLimit } from '../devices/rate-limit.ts'
import { notFound } from '../refusal.ts'
import type { Query } from '../store/index.ts'
import { countReports } from './count.ts'
import { dayOf, firstKeptDay, readFirstKeptDay } from './days.ts'
import { listNumbers, mergeSequences, type Range } from './ranges.ts'
import { type ParsedDecision, parseDecisions } from './shape.ts'

/** The response lists at most this many missing numbers. */
const maxListedMissing = 1000

export async function report(context: Context, machine: Machine, decisions: readonly Decision[]) {
  const { store, now } = context
  const { team, id } = machine
  const receivedAt = now()
  const parsed = parseDecisions(decisions, receivedAt)
  enforceRateLimit(machine, parsed.length + parsed.reduce((sum, { runs }) => sum + runs.length, 0), receivedAt)
  await openDays(context, team, parsed, receivedAt)
  const { accepted, missing, stored } = await store.inTeam(team, async (q) => {
    const before = await lockDevice(q, id)
    const arrived = mergeSequences(
      before.accepted_sequence,
      // The column holds a JSON list of ranges.
      JSON.parse(before.missing) as Range[],
      parsed.map(({ decision }) => decision.sequence),
    )
    const firstDay = firstKeptDay(before.retention_days, receivedAt)
    const fresh = dropRepeated(parsed, new Set(arrived.fresh)).filter(({ decision }) => dayOf(decision.at) >= firstDay)
    await insert(q, { team_id: team, device_id: id }, fresh, receivedAt)
    const last_decision_at = Math.max(before.last_decision_at, ...fresh.map(({ decision }) => decision.at))
    const set = { accepted_sequence: arrived.accepted, missing: JSON.stringify(arrived.missing), last_decision_at }
    await q.updateTable('devices').set(set).where('id', '=', id).execute()
    // Last, because all machines of the team count in the same rows, and wait for each other from here to the commit.
    await countReports(q, team, fresh)
    return { ...arrived, stored: fresh }
  })
  context.telemetry?.noteDecisions(
    team,
    id,
    stored.map(({ decision }) => decision),
  )
  return { accepted: BigInt(accepted), missing: [...listNumbers(missing, maxListedMissing)].map(BigInt) }
}

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

/** Handles the reports of one machine one after the other. */
async function lockDevice(q: Query, id: string) {
  const row = await q
    .updateTable('devices')
    .set({ accepted_sequence: sql`accepted_sequence` })
    .where('id', '=', id)
    .returning(['accepted_sequence', 'missing', 'last_decision_at'])
    .returning(sql<number>`(select retention_days from teams where teams.id = devices.team_id)`.as('retention_days'))
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

function dropRepeated(parsed: readonly ParsedDecision[], fresh: Set<number>): readonly ParsedDecision[] {
  return parsed.filter(({ decision }) => fresh.delete(decision.sequence))
}

/** PostgreSQL allows 65,535 values in one statement. */
const batchSize = 500

async function insert(
  q: Query,
  owner: { readonly team_id: string; readonly device_id: string },
  parsed: readonly ParsedDecision[],
  received_at: number,
): Promise<void> {
  if (parsed.length === 0) return
  await q
    .insertInto('decisions')
    .values(parsed.map(({ decision }) => ({ ...owner, received_at, ...decision })))
    .execute()
  const runs = parsed.flatMap((decision) => decision.runs.map((run) => ({ ...owner, ...run })))
  for (let from = 0; from < runs.length; from += batchSize)
    await q
      .insertInto('runs')
      .values(runs.slice(from, from + batchSize))
      .execute()
}
