/** Decisions of a machine: stored once, whatever is sent twice, and acknowledged only when they are stored. */
import { sql } from 'kysely'
import type { Decision } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { keepPace } from '../devices/pace.ts'
import { notFound } from '../refusal.ts'
import type { Query } from '../store/index.ts'
import { arrive, numbersIn, type Range } from './ranges.ts'
import { type Read, readDecisions } from './shape.ts'

/** Of the numbers that never came, so many are named. */
const mostNamed = 1000

export async function report({ store, now }: Context, machine: Machine, decisions: readonly Decision[]) {
  const { team, id } = machine
  const received = now()
  const read = readDecisions(decisions, received)
  keepPace(machine, read.length + read.reduce((sum, { runs }) => sum + runs.length, 0), received)
  const { accepted, missing } = await store.inTeam(team, async (q) => {
    const before = await lockDevice(q, id)
    const arrived = arrive(
      before.accepted_sequence,
      JSON.parse(before.missing) as Range[],
      read.map(({ decision }) => decision.sequence),
    )
    const fresh = firstOfEach(read, new Set(arrived.fresh))
    await insert(q, { team_id: team, device_id: id }, fresh, received)
    const set = { accepted_sequence: arrived.accepted, missing: JSON.stringify(arrived.missing) }
    await q.updateTable('devices').set(set).where('id', '=', id).execute()
    return arrived
  })
  return { accepted: BigInt(accepted), missing: [...numbersIn(missing, mostNamed)].map(BigInt) }
}

/** Reports of one machine wait for one another. */
async function lockDevice(q: Query, id: string) {
  const row = await q
    .updateTable('devices')
    .set({ accepted_sequence: sql`accepted_sequence` })
    .where('id', '=', id)
    .returning(['accepted_sequence', 'missing'])
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

function firstOfEach(read: readonly Read[], fresh: Set<number>): readonly Read[] {
  return read.filter(({ decision }) => fresh.delete(decision.sequence))
}

/** PostgreSQL takes 65,535 values a statement. */
const atOnce = 500

async function insert(
  q: Query,
  whose: { readonly team_id: string; readonly device_id: string },
  read: readonly Read[],
  received_at: number,
): Promise<void> {
  if (read.length === 0) return
  await q
    .insertInto('decisions')
    .values(read.map(({ decision }) => ({ ...whose, received_at, ...decision })))
    .execute()
  const runs = read.flatMap((one) => one.runs.map((run) => ({ ...whose, ...run })))
  for (let from = 0; from < runs.length; from += atOnce)
    await q
      .insertInto('runs')
      .values(runs.slice(from, from + atOnce))
      .execute()
}
