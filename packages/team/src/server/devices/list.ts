/** Lists machines: searched, filtered, sorted and in pages. */
import { sql } from 'kysely'
import { isCoverageState } from '../../wire/coverage.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'
import { searchDevices } from './search.ts'

export interface DeviceFilter {
  /** Words, which must all match: see search.ts. */
  readonly search: string
  readonly coverage: string
  readonly sort: string
  readonly agent: string
  readonly version: string
}

/** By what a list can be sorted. The worst state is the first one, and revoked machines are the last. */
const columns = {
  name: { key: sql<string>`lower(name)`, type: 'string' },
  coverage: {
    key: sql<number>`case when revoked_at is not null then 9 else case coverage when 'failing' then 0 when 'quiet' then 1
      when 'idle' then 2 when 'partly' then 3 when 'unknown' then 4 else 5 end end`,
    type: 'number',
  },
  // A machine that refused an update is worse than one with any revision.
  revision: {
    key: sql<number>`case when revoked_at is not null then ${sql.lit(Number.MAX_SAFE_INTEGER)} when refused <> '' then -1 else revision end`,
    type: 'number',
  },
  'last-sync': { key: sql<number>`coalesce(last_sync_at, 0)`, type: 'number' },
  enrolled: { key: sql<number>`enrolled_at`, type: 'number' },
} as const
type Column = keyof typeof columns

interface Sort {
  readonly key: (typeof columns)[Column]['key']
  readonly type: 'number' | 'string'
  readonly order: 'asc' | 'desc'
}

export interface DevicePage {
  readonly devices: readonly Row<'devices'>[]
  /** Where the next page begins; empty for the last page. */
  readonly next: string
  /** Of all pages. */
  readonly total: number
}

export async function listDevices(q: Query, filter: DeviceFilter, after: string, limit: number): Promise<DevicePage> {
  const { key: column, order, type } = readSort(filter.sort)
  const matching = filtered(q, filter)
  let page = matching
    .selectAll()
    .select(sql<number | string>`${column}`.as('sort_key'))
    .orderBy(column, order)
    .orderBy('id')
    .limit(limit + 1)
  const from = readPageToken(after, type)
  if (from !== undefined)
    page = page.where((e) =>
      e.or([
        e(sql`${column}`, order === 'desc' ? '<' : '>', from.value),
        e.and([e(sql`${column}`, '=', from.value), e('id', '>', from.id)]),
      ]),
    )
  const rows = await page.execute()
  const { n } = await matching.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const devices = rows.slice(0, limit)
  const last = devices.at(-1)
  return { devices, next: rows.length > limit && last ? toPageToken(last.sort_key, last.id) : '', total: n }
}

function filtered(q: Query, { search, coverage, agent, version }: DeviceFilter) {
  let query = searchDevices(q, search)
  if (coverage !== '') {
    if (!isCoverageState(coverage)) throw new Refusal('invalid', `there is no state ${JSON.stringify(coverage)}`)
    query = query.where('coverage', '=', coverage).where('revoked_at', 'is', null)
  }
  if (agent !== '')
    query = query.where('revoked_at', 'is', null).where((e) => {
      let agents = e
        .selectFrom('device_agents')
        .select('device_agents.device_id')
        .whereRef('device_agents.device_id', '=', 'devices.id')
        .where('device_agents.agent', '=', agent)
      if (version !== '') agents = agents.where('device_agents.version', '=', version)
      return e.exists(agents)
    })
  return query
}

/** A column, with a minus before it for the other direction. Empty: the newest first. */
function readSort(text: string): Sort {
  if (text === '' || text === 'newest') return { ...columns.enrolled, order: 'desc' }
  const name = text.replace(/^-/, '')
  if (!isColumn(name)) throw new Refusal('invalid', `there is no sort order ${JSON.stringify(text)}`)
  return { ...columns[name], order: name === text ? 'asc' : 'desc' }
}

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)

const toPageToken = (value: number | string, id: string): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Undefined for the first page. A token of another order would repeat machines or leave them out. */
function readPageToken(
  token: string,
  type: 'number' | 'string',
): { readonly value: number | string; readonly id: string } | undefined {
  if (token === '') return undefined
  try {
    // Anything but a list throws here, and its two values are checked below.
    const [value, id] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as readonly unknown[]
    if (typeof value === type && typeof id === 'string' && /^[a-z2-7]{1,16}$/.test(id) && isStorable(value))
      return { value, id }
  } catch {
    // Not a token.
  }
  throw new Refusal('invalid', 'before must be the `next` of a page of this list in this order')
}

/** The databases cannot compare with other values. */
const isStorable = (value: unknown): value is number | string =>
  typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value)
