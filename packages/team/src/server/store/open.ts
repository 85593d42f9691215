/** Opens the embedded store, or PostgreSQL where an address is given, with its tables as this program knows them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import { isAway } from './is-away.ts'
import { migrate } from './migrate.ts'
import { bypassesIsolation, openPostgres, postgres, unreachable } from './postgres.ts'
import type { Schema } from './schema.ts'
import { teamScope } from './scope.ts'
import { openSqlite, sqlite } from './sqlite.ts'

/** A transaction. Inside it only this is asked: the embedded engine has one connection, and it is taken. */
export type Query = Transaction<Schema> & {
  /** What the journal's hashes are made with; throws where the store was opened without. */
  journalKey(): Uint8Array
}

export interface Store {
  readonly engine: Engine['name']
  /** What the person who starts the server should know. */
  readonly warnings: readonly string[]
  /** One transaction on the rows of one team: every query in it sees and writes those alone. */
  inTeam<T>(team: string, work: (q: Query) => Promise<T>): Promise<T>
  /** One transaction on all rows: for what comes before a team is known (a secret's owner), or is about all of them. */
  acrossTeams<T>(work: (q: Query) => Promise<T>): Promise<T>
  /** Whether it answers. */
  ping(): Promise<void>
  /** Whether an error means that the database is away: 503, and nothing was stored. */
  isAway(error: unknown): boolean
  close(): Promise<void>
}

export interface StoreOptions {
  readonly dataDir: string
  /** postgres://… */
  readonly database?: string | undefined
  readonly connections?: number | undefined
  /** Without it nothing can be appended to a journal. */
  readonly journalKey?: Uint8Array | undefined
}

export const openStore = (options: StoreOptions): Promise<Store> =>
  options.database === undefined ? openEmbedded(options) : openReal(options.database, options)

async function openEmbedded({ dataDir, journalKey }: StoreOptions): Promise<Store> {
  const { db, close } = openSqlite(dataDir)
  try {
    await migrate(db, sqlite)
  } catch (thrown) {
    await close()
    throw thrown
  }
  return storeOf(db, sqlite, { warnings: [], journalKey }, close)
}

async function openReal(url: string, { connections, journalKey }: StoreOptions): Promise<Store> {
  const { db, close } = openPostgres(url, connections)
  try {
    await migrate(db, postgres)
    const warnings = (await bypassesIsolation(db))
      ? ['this role of PostgreSQL is a superuser or has BYPASSRLS: row-level security does not hold it']
      : []
    return storeOf(db, postgres, { warnings, journalKey }, close)
  } catch (thrown) {
    await close()
    throw isAway(thrown) ? unreachable(url, thrown) : thrown
  }
}

interface Given {
  readonly warnings: readonly string[]
  readonly journalKey: Uint8Array | undefined
}

function storeOf(db: Kysely<Schema>, engine: Engine, given: Given, close: () => Promise<void>): Store {
  const journalKey = () => {
    if (given.journalKey === undefined) throw new Error('this store was opened without the key of the journal')
    return given.journalKey
  }
  const inside = new AsyncLocalStorage<true>()
  const transact = <T>(team: string, work: (q: Query) => Promise<T>): Promise<T> => {
    // It would wait for itself for ever.
    if (inside.getStore() === true) throw new Error('a transaction is begun inside another: pass its `q` on')
    return db.transaction().execute((trx) =>
      inside.run(true, async () => {
        await engine.enter(trx, team)
        return work(Object.assign(team === '*' ? trx : trx.withPlugin(teamScope(team)), { journalKey }))
      }),
    )
  }
  return {
    engine: engine.name,
    warnings: given.warnings,
    inTeam: (team, work) => {
      if (!isTeamId(team)) throw new Error('that is no team id')
      return transact(team, work)
    },
    acrossTeams: (work) => transact('*', work),
    ping: async () => {
      await db.selectFrom('settings').select('name').limit(1).execute()
    },
    isAway,
    close,
  }
}

/** `*` would be everybody's rows. */
export const isTeamId = (text: string): boolean => /^hl_[a-z2-7]{16}$/.test(text)
