/** The embedded engine: SQLite in the data directory, which one process owns at a time. */
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
  // The process has the directory to itself.
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
  enter: async () => {},
}

export interface OpenSqlite {
  readonly db: Kysely<Schema>
  close(): Promise<void>
}

export function openSqlite(dataDir: string): OpenSqlite {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = own(dataDir)
  const file = join(dataDir, 'hookline.db')
  const database = new Database(file)
  chmodSync(file, 0o600)
  database.pragma('journal_mode = wal')
  // What was acknowledged is on the disk.
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

/**
 * A lock the system drops when the process dies. It is on a file of its own, so that the database itself stays readable
 * for a backup while the server runs.
 */
function own(dataDir: string): () => void {
  const pidFile = join(dataDir, 'server.pid')
  const lock = new Database(join(dataDir, 'server.lock'))
  try {
    lock.exec('begin exclusive')
  } catch (thrown) {
    lock.close()
    if (!isBusy(thrown)) throw thrown
    throw new StoreError('in-use', inUse(dataDir, pidFile), { cause: thrown })
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => lock.close()
}

function inUse(dataDir: string, pidFile: string): string {
  const owner = read(pidFile)
  const who = owner === undefined ? 'another process' : `process ${owner}`
  return `${dataDir} is in use by ${who}. Stop that one, or take another --data directory; several servers on the same data need --database postgres://…`
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

const isBusy = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY')

/** libsql hands blobs over as ArrayBuffer; pg as Buffer. Both are bytes here. */
function withBytes(database: Database.Database) {
  return {
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text)
      return {
        reader: statement.reader,
        all: (parameters: readonly unknown[]) => statement.all([...parameters]).map(bytesOf),
        run: (parameters: readonly unknown[]) => statement.run([...parameters]),
        *iterate(parameters: readonly unknown[]) {
          for (const row of statement.iterate([...parameters])) yield bytesOf(row)
        },
      }
    },
  }
}

function bytesOf(row: unknown): unknown {
  const record = row as Record<string, unknown>
  for (const [name, value] of Object.entries(record))
    if (value instanceof ArrayBuffer) record[name] = new Uint8Array(value)
  return record
}
