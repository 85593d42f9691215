/** The embedded engine: SQLite in the data directory. Only one process can use it at a time. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'
import type { Engine } from './engine.ts'
import { StoreError } from './error.ts'
import type { Schema } from './schema.ts'

export const sqlite: Engine = {
  name: 'sqlite',
  types: { text: 'text', integer: 'integer', long: 'integer', time: 'integer', real: 'real', bytes: 'blob' },
  // No other process uses the directory.
  lockForMigration: async () => {},
  async keepAppendOnly(db, table) {
    for (const what of ['update', 'delete'])
      await sql
        .raw(
          `create trigger ${table}_no_${what} before ${what} on ${table} begin select raise(abort, '${table} is append-only'); end`,
        )
        .execute(db)
  },
  isolate: async () => {},
  createDay: async () => {},
  dropDaysBefore: async () => {},
  rowSet(name, columns, rows) {
    // The keys of `columns` are the columns of a row.
    const names = Object.keys(columns) as (keyof typeof columns)[]
    const parts = names.map((column, at) => sql`value ->> ${sql.lit(at)} as ${sql.ref(column)}`)
    const json = JSON.stringify(rows.map((row) => names.map((column) => row[column])))
    return sql`(select ${sql.join(parts)} from json_each(${json})) as ${sql.ref(name)}`
  },
  forUpdate: sql``,
  async writeTogether(trx, statements) {
    for (const statement of statements) await statement.execute(trx)
  },
  transact: (db, _team, work) => db.transaction().execute(work),
}

export interface OpenSqlite {
  readonly db: Kysely<Schema>
  close(): Promise<void>
}

export function openSqlite(dataDir: string): OpenSqlite {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = lockDirectory(dataDir)
  const file = join(dataDir, 'hookline.db')
  const database = new Database(file)
  chmodSync(file, 0o600)
  database.pragma('journal_mode = wal')
  // Acknowledged data must be on the disk.
  database.pragma('synchronous = full')
  database.pragma('busy_timeout = 5000')
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withBytes(database) }) })
  return {
    db,
    async close() {
      await db.destroy()
      release()
    },
  }
}

/** Beside a running server too: it takes no lock and writes nothing. */
export function openSqliteReadOnly(file: string): OpenSqlite {
  const database = new Database(file, { readonly: true })
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withBytes(database) }) })
  return { db, close: () => db.destroy() }
}

/**
 * Takes a lock that the system releases when the process ends. It uses its own file, so that the database stays readable for
 * a backup while the server runs.
 */
function lockDirectory(dataDir: string): () => void {
  const pidFile = join(dataDir, 'server.pid')
  const lock = new Database(join(dataDir, 'server.lock'))
  try {
    lock.exec('begin exclusive')
  } catch (thrown) {
    lock.close()
    if (!isBusy(thrown)) throw thrown
    throw new StoreError('in-use', formatInUse(dataDir, pidFile), { cause: thrown })
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => lock.close()
}

function formatInUse(dataDir: string, pidFile: string): string {
  const owner = tryReadFile(pidFile)
  const ownerLabel = owner === undefined ? 'another process' : `process ${owner}`
  return `${dataDir} is in use by ${ownerLabel}. Stop that process, or choose another directory with --data <dir>. To share data between servers, use --database postgres://…`
}

function tryReadFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

const isBusy = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY')

/** libsql returns blobs as ArrayBuffer and pg as Buffer. This converts both to Uint8Array. */
function withBytes(database: Database.Database) {
  return {
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text)
      return {
        reader: statement.reader,
        all: (parameters: readonly unknown[]) => statement.all([...parameters]).map(convertBlobs),
        run: (parameters: readonly unknown[]) => statement.run([...parameters]),
        *iterate(parameters: readonly unknown[]) {
          for (const row of statement.iterate([...parameters])) yield convertBlobs(row)
        },
      }
    },
  }
}

function convertBlobs(row: unknown): unknown {
  // SQLite returns each row as an object.
  const record = row as Record<string, unknown>
  for (const [name, value] of Object.entries(record))
    if (value instanceof ArrayBuffer) record[name] = new Uint8Array(value)
  return record
}
