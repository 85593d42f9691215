/** Lists machines: searched, filtered, sorted and in pages. */
import { sql } from 'kysely'
import { isCoverageState } from '../../wire/coverage.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'

export interface DeviceFilter {
  /** A part of the name, in any case, or the beginning of the id. */
  readonly search: string
  readonly coverage: string
  readonly sort: string
  readonly agent: string
  readonly version: string
}

/** Each with the order of its values. */
const sorts = {
  newest: { column: sql<number>`enrolled_at`, order: 'desc', type: 'number' },
  name: { column: sql<string>`lower(name)`, order: 'asc', type: 'string' },
  'last-sync': { column: sql<number>`coalesce(last_sync_at, 0)`, order: 'asc', type: 'number' },
} as const
type Sort = keyof typeof sorts

export interface DevicePage {
  readonly devices: readonly Row<'devices'>[]
  /** Where the next page begins; empty for the last page. */
  readonly next: string
  /** Of all pages. */
  readonly total: number
}

export async function listDevices(q: Query, filter: DeviceFilter, after: string, limit: number): Promise<DevicePage> {
  const { column, order, type } = sorts[readSort(filter.sort)]
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
  let query = q.selectFrom('devices')
  const text = search.trim().toLowerCase()
  if (text !== '')
    query = query.where((e) =>
      e.or([
        sql<boolean>`lower(name) like ${`%${escapeLike(text)}%`} escape '\\'`,
        e('id', 'like', `${escapeId(text)}%`),
      ]),
    )
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

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** An id has only these characters. Other text is not the beginning of one. */
const escapeId = (text: string): string => (/^[a-z2-7]{1,16}$/.test(text) ? text : '-')

function readSort(text: string): Sort {
  if (text === '') return 'newest'
  if (Object.hasOwn(sorts, text)) return text as Sort // The condition checks that it is a key.
  throw new Refusal('invalid', `there is no sort order ${JSON.stringify(text)}`)
}

const toPageToken = (value: number | string, id: string): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Any text that is not a token of this order means the first page. */
function readPageToken(
  token: string,
  type: 'number' | 'string',
): { readonly value: number | string; readonly id: string } | undefined {
  try {
    const [value, id] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as readonly unknown[]
    if (typeof value === type && typeof id === 'string' && /^[a-z2-7]{1,16}$/.test(id) && isStorable(value))
      return { value, id }
  } catch {
    // Not a token.
  }
  return undefined
}

/** The databases cannot compare with other values. */
const isStorable = (value: unknown): value is number | string =>
  typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value)
