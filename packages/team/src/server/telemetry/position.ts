/** Where an output has arrived in the audit logs and alarms. Stored in the database, so that each event leaves once, from one replica. */
import type { Query, Store } from '../store/index.ts'
import { alarmEvent, auditEvent, type TelemetryEvent } from './event.ts'
import type { Output } from './outputs.ts'

interface Position {
  /** Another replica sends until then. */
  readonly leaseUntil: number
  /** The number of the last audit event, by team. */
  readonly audit: Readonly<Record<string, number>>
  /** Alarms that opened or ended until then. */
  readonly alarms: number
  /** The alarms of the last minutes that were sent, by id and state, with their times. A position of an earlier release has none. */
  readonly sent?: Readonly<Record<string, number>>
  /** Alarms from before are not sent again. A position of an earlier release has none, and begins where it is. */
  readonly since?: number
}
const settingName = ({ name }: Output): string => `export:${name}`
const leaseMs = 60_000
/** A change is usually stored a little later than the time in its row. */
const settledMs = 5000
/** On a busy database it can be much later, so what is this old is read again. */
const overlapMs = 10 * 60_000
/** Of the audit log of each team, and of alarms. A receiver that was away for long gets the others in the next messages. */
const maxEvents = 500

/** Undefined while another replica sends, and at the first time: a position then begins now, so earlier events are not sent. */
export async function readPosition(store: Store, output: Output, now: number): Promise<Position | undefined> {
  const name = settingName(output)
  return store.acrossTeams(async (q) => {
    const stored = await q.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
    if (stored !== undefined) {
      // Only this file writes it.
      const position = JSON.parse(stored.value) as Position
      return position.leaseUntil > now ? undefined : position
    }
    const begun: Position = { leaseUntil: 0, audit: await readEnds(q), alarms: now - settledMs }
    await q
      .insertInto('settings')
      .values({ name, value: JSON.stringify(begun) })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    return undefined
  })
}

/** The position with a lease. Undefined if it has changed since it was read. */
export async function claimPosition(
  store: Store,
  output: Output,
  read: Position,
  now: number,
): Promise<Position | undefined> {
  const claimed = { ...read, leaseUntil: now + leaseMs }
  const isOurs = await store.acrossTeams((q) => replace(q, settingName(output), JSON.stringify(read), claimed))
  return isOurs ? claimed : undefined
}

/** Moves on and ends the lease. Does nothing if the lease was lost. */
export const savePosition = (store: Store, output: Output, claimed: Position, next: Position): Promise<boolean> =>
  store.acrossTeams((q) => replace(q, settingName(output), JSON.stringify(claimed), { ...next, leaseUntil: 0 }))

async function replace(q: Query, name: string, before: string, next: Position): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('settings')
    .set({ value: JSON.stringify(next) })
    .where('name', '=', name)
    .where('value', '=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

const readEnds = async (q: Query): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await q.selectFrom('teams').select(['id', 'journal_sequence']).execute()).map((team) => [
      team.id,
      Number(team.journal_sequence),
    ]),
  )

interface Batch {
  readonly events: readonly TelemetryEvent[]
  readonly next: Position
}

/** What follows the position, for one output. */
export async function readBatch(store: Store, { kinds }: Output, position: Position, now: number): Promise<Batch> {
  return store.acrossTeams(async (q) => {
    const ends = await readEnds(q)
    const behind = kinds.has('audit')
      ? Object.entries(ends).filter(([team, end]) => end > (position.audit[team] ?? 0))
      : []
    const events: TelemetryEvent[] = []
    const audit: Record<string, number> = { ...position.audit }
    for (const [team, end] of behind) {
      const after = audit[team] ?? 0
      const rows = await q
        .selectFrom('journal')
        .selectAll()
        .where('team_id', '=', team)
        .where('sequence', '>', after)
        .where('sequence', '<=', end)
        .orderBy('sequence')
        .limit(maxEvents)
        .execute()
      audit[team] = Number(rows.at(-1)?.sequence ?? after)
      events.push(...rows.map(auditEvent))
    }
    const until = now - settledMs
    const { sent = {}, since = position.alarms } = position
    const alarms = kinds.has('alarms') ? await readAlarms(q, Math.max(since, position.alarms - overlapMs), until) : []
    const unsent = alarms.filter((alarm) => !Object.hasOwn(sent, keyOf(alarm)))
    const sending = unsent.slice(0, maxEvents)
    const isPart = sending.length < unsent.length
    const arrived = Math.max(position.alarms, isPart ? (sending.at(-1)?.at ?? 0) : until)
    const next = { leaseUntil: 0, audit, alarms: arrived, since, sent: keepRecent(sent, sending, arrived - overlapMs) }
    return { events: [...events, ...sending], next }
  })
}

const keyOf = ({ attributes }: TelemetryEvent): string =>
  `${attributes['hookline.alarm.id']} ${attributes['hookline.alarm.state']}`

const keepRecent = (
  sent: Readonly<Record<string, number>>,
  added: readonly TelemetryEvent[],
  after: number,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Object.entries(sent), ...added.map((alarm) => [keyOf(alarm), alarm.at] as const)].filter(
      ([, at]) => at > after,
    ),
  )

async function readAlarms(q: Query, after: number, until: number): Promise<readonly TelemetryEvent[]> {
  const rows = await q
    .selectFrom('alarms')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('opened_at', '>', after), where('opened_at', '<=', until)]),
        where.and([where('resolved_at', '>', after), where('resolved_at', '<=', until)]),
      ]),
    )
    .execute()
  const isNew = (at: number) => at > after && at <= until
  return rows
    .flatMap((row) => [
      ...(isNew(row.opened_at) ? [alarmEvent(row, 'opened')] : []),
      ...(isNew(row.resolved_at) ? [alarmEvent(row, 'resolved')] : []),
    ])
    .toSorted((a, b) => a.at - b.at)
}
