/** Opens the embedded store, or PostgreSQL if a URL is given, and migrates its tables. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { bypassesIsolation, openPostgres, postgres, unreachable } from './postgres.ts'
import { createReportDays } from './reports/report-days.ts'
import type { Schema } from './schema.ts'
import { teamScope } from './scope.ts'
import { openSqlite, sqlite } from './sqlite.ts'

/** A transaction. All queries inside it must use it, because the embedded engine has only one connection. */
export type Query = Transaction<Schema> & {
  /** The key for the hashes of the audit log. Throws if the store was opened without it. */
  auditLogKey(): Uint8Array
  /** For statements with many rows. */
  readonly engine: Engine
}

export interface Store {
  readonly engine: Engine['name']
  /** Warnings for the user who starts the server. */
  readonly warnings: readonly string[]
  /** Runs a transaction whose queries can only see and write the rows of one team. */
  inTeam<T>(team: string, work: (q: Query) => Promise<T>): Promise<T>
  /** Runs a transaction on all rows, if the team is not known yet or if the work concerns all teams. */
  acrossTeams<T>(work: (q: Query) => Promise<T>): Promise<T>
  /** Makes sure that reports of these days can be stored. Call it before the transaction that stores them. */
  openReportDays(days: ReadonlySet<number>): Promise<void>
  /** Drops the reports of all teams before this day, if the engine stores reports by day. */
  dropReportDays(before: number): Promise<void>
  /** Rejects if the database does not respond. */
  ping(): Promise<void>
  /** True if an error means that the database is unavailable. The response is then 503, and nothing was stored. */
  isUnavailable(error: unknown): boolean
  close(): Promise<void>
}

export interface StoreOptions {
  readonly dataDir: string
  /** A postgres://… URL. */
  readonly database?: string | undefined
  readonly connections?: number | undefined
  /** Without it, nothing can be added to an audit log. */
  readonly auditLogKey?: Uint8Array | undefined
}

export const openStore = (options: StoreOptions): Promise<Store> =>
  options.database === undefined ? openEmbedded(options) : openPostgresStore(options.database, options)

async function openEmbedded({ dataDir, auditLogKey }: StoreOptions): Promise<Store> {
  const { db, close } = openSqlite(dataDir)
  try {
    await migrate(db, sqlite)
  } catch (thrown) {
    await close()
    throw thrown
  }
  return createStore(db, sqlite, { warnings: [], auditLogKey }, close)
}

async function openPostgresStore(url: string, { connections, auditLogKey }: StoreOptions): Promise<Store> {
  const { db, close } = openPostgres(url, { connections, statementMs })
  try {
    await migratePostgres(url)
    const warnings = (await bypassesIsolation(db))
      ? [
          'this PostgreSQL role is a superuser or has BYPASSRLS, so row-level security does not apply to it. Use a role without these rights',
        ]
      : []
    return createStore(db, postgres, { warnings, auditLogKey }, close)
  } catch (thrown) {
    await close()
    throw isUnavailable(thrown) ? unreachable(url, thrown) : thrown
  }
}

/** A request must not wait for longer. */
const statementMs = 15_000

/** Uses its own connection, because a migration of many rows may take long. */
async function migratePostgres(url: string): Promise<void> {
  const { db, close } = openPostgres(url, { connections: 1 })
  try {
    await migrate(db, postgres)
  } finally {
    await close()
  }
}

interface StoreSettings {
  readonly warnings: readonly string[]
  readonly auditLogKey: Uint8Array | undefined
}

function createStore(db: Kysely<Schema>, engine: Engine, settings: StoreSettings, close: () => Promise<void>): Store {
  const auditLogKey = () => {
    if (settings.auditLogKey === undefined) throw new Error('this store was opened without the key of the audit log')
    return settings.auditLogKey
  }
  const days = createReportDays(db, engine)
  const activeTransaction = new AsyncLocalStorage<true>()
  const transact = <T>(team: string, work: (q: Query) => Promise<T>): Promise<T> => {
    // A nested transaction would wait for itself for ever.
    if (activeTransaction.getStore() === true)
      throw new Error('a transaction was started inside another one. Pass on its `q` instead')
    return engine.transact(db, team, (trx) =>
      activeTransaction.run(true, () =>
        work(Object.assign(team === '*' ? trx : trx.withPlugin(teamScope(team)), { auditLogKey, engine })),
      ),
    )
  }
  return {
    engine: engine.name,
    warnings: settings.warnings,
    openReportDays: days.open,
    dropReportDays: days.dropBefore,
    inTeam: (team, work) => {
      if (!isTeamId(team)) throw new Error(`${JSON.stringify(team)} is not a team id`)
      return transact(team, work)
    },
    acrossTeams: (work) => transact('*', work),
    ping: async () => {
      await db.selectFrom('settings').select('name').limit(1).execute()
    },
    isUnavailable,
    close,
  }
}

/** This check also excludes `*`, which means the rows of all teams. */
export const isTeamId = (text: string): boolean => /^hl_[a-z2-7]{16}$/.test(text)

/** Distinguishes a database that is down, full or restarting (retry later) from a wrong query (a bug). */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL: stopped by an administrator, crashed or starting; out of connections, memory or disk; read-only after a failover.
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53100',
  '53200',
  '53300',
  '25006',
  // Deadlocks and serialization failures: the transaction was rolled back.
  '40P01',
  '40001',
])
const unavailableMessages =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|database is locked/

function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    unavailableCodes.has(code) ||
    isMissingSocket(error) ||
    code.startsWith('08') ||
    /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)/.test(code) ||
    unavailableMessages.test(error.message) ||
    isUnavailable(error.cause)
  )
}

const isMissingSocket = (error: Error): boolean =>
  'syscall' in error && error.syscall === 'connect' && 'code' in error && error.code === 'ENOENT'
