/** Stores what a machine reports about its agents. */
import { findCoverageProblem, type ReportedAgent, type ReportedCoverage } from '../../wire/coverage.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { enforceRateLimit, rateLimit } from '../devices/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { NewRow, Query, Row } from '../store/index.ts'
import { reassess } from './reassess.ts'

/** `ms` is the time in the proof, as for a heartbeat. */
export async function receiveCoverage(
  { store, now }: Context,
  machine: Machine,
  report: ReportedCoverage,
  ms: number,
): Promise<void> {
  const { team, id } = machine
  const receivedAt = now()
  enforceRateLimit(machine, rateLimit.heartbeat, receivedAt)
  const problem = findCoverageProblem(report)
  if (problem !== undefined) throw new Refusal('invalid', problem)
  await store.inTeam(team, async (q) => {
    await saveOnDevice(q, id, report, receivedAt, ms)
    await saveAgents(q, { team_id: team, device_id: id }, report.agents, receivedAt)
    await reassess(q, id, receivedAt)
  })
}

/** A time in the future comes from a wrong clock. It would count as recent for ever. */
const readTime = (text: string, receivedAt: number): number =>
  text === '' ? 0 : Math.min(Date.parse(text), receivedAt)

async function saveOnDevice(
  q: Query,
  id: string,
  { canary }: ReportedCoverage,
  receivedAt: number,
  ms: number,
): Promise<void> {
  const ofCanary =
    canary === undefined
      ? {}
      : {
          canary_at: readTime(canary.at, receivedAt),
          canary_state: canary.state,
          canary: JSON.stringify({ proved: canary.proved, failed: canary.failed }),
        }
  const { numUpdatedRows } = await q
    .updateTable('devices')
    .set({ covered_at: receivedAt, cover_ms: ms, ...ofCanary })
    .where('id', '=', id)
    .where('cover_ms', '<', ms)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('unauthenticated', 'this proof, or a later one, was already used')
}

interface Owner {
  readonly team_id: string
  readonly device_id: string
}

/** The row of the device is locked by now, so the reports of a machine come one after the other. */
async function saveAgents(q: Query, owner: Owner, agents: readonly ReportedAgent[], receivedAt: number): Promise<void> {
  const { device_id } = owner
  const known = await q.selectFrom('device_agents').selectAll().where('device_id', '=', device_id).execute()
  await q.deleteFrom('device_agents').where('device_id', '=', device_id).execute()
  if (agents.length === 0) return
  const before = new Map(known.map((row) => [row.agent, row]))
  const rows = agents.map((agent) => ({ ...owner, ...toRow(agent, before.get(agent.agent), receivedAt) }))
  await q.insertInto('device_agents').values(rows).execute()
}

/** A log that was rotated does not make an agent one that never asked. */
function toRow(
  reported: ReportedAgent,
  before: Row<'device_agents'> | undefined,
  receivedAt: number,
): Omit<NewRow<'device_agents'>, keyof Owner> {
  const { agent, version, connection, lastEvent, proof } = reported
  const askedAt = readTime(reported.lastAskedAt, receivedAt)
  const isLater = before === undefined || askedAt >= before.last_asked_at
  return {
    agent,
    version,
    version_since: before?.version === version ? before.version_since : receivedAt,
    connection,
    // At first it is not known since when.
    connection_since:
      before === undefined ? 0 : before.connection === connection ? before.connection_since : receivedAt,
    last_event: isLater ? lastEvent : before.last_event,
    last_asked_at: isLater ? askedAt : before.last_asked_at,
    last_used_at: readTime(reported.lastUsedAt, receivedAt),
    proof,
    proved_at: readTime(reported.provedAt, receivedAt),
  }
}
