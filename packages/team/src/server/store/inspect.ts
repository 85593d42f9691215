/** Looks at a database without changing it, for `hookline serve --check`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { StoreError } from './error.ts'
import { migrations } from './migrations/index.ts'
import { bypassesIsolation, openPostgres, unreachable } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqliteReadOnly } from './sqlite.ts'

export interface StoreInspection {
  readonly engine: 'sqlite' | 'postgres'
  /** The migrations that the next start applies. All of them in a new database. */
  readonly pending: readonly string[]
  /** The fingerprint of the master key with which it was created. Undefined in a new database. */
  readonly keyFingerprint: string | undefined
  readonly warnings: readonly string[]
}

export interface InspectOptions {
  readonly dataDir: string
  readonly database?: string | undefined
}

/** Throws a StoreError if the database cannot be used. */
export async function inspectStore({ dataDir, database }: InspectOptions): Promise<StoreInspection> {
  if (database !== undefined) return inspectPostgres(database)
  const file = join(dataDir, 'hookline.db')
  const all = migrations.map(({ name }) => name)
  if (!existsSync(file)) return { engine: 'sqlite', pending: all, keyFingerprint: undefined, warnings: [] }
  const { db, close } = openSqliteReadOnly(file)
  try {
    return { engine: 'sqlite', ...(await readState(db)), warnings: [] }
  } finally {
    await close()
  }
}

async function inspectPostgres(url: string): Promise<StoreInspection> {
  const { db, close } = openPostgres(url, { connections: 1, statementMs: 15_000 })
  try {
    const warnings = (await bypassesIsolation(db))
      ? ['this PostgreSQL role is a superuser or has BYPASSRLS, so row-level security does not apply to it']
      : []
    return { engine: 'postgres', ...(await readState(db)), warnings }
  } catch (thrown) {
    throw thrown instanceof StoreError ? thrown : unreachable(url, thrown)
  } finally {
    await close()
  }
}

async function readState(db: Kysely<Schema>): Promise<Pick<StoreInspection, 'pending' | 'keyFingerprint'>> {
  const tables = await db.introspection.getTables()
  const has = (name: string) => tables.some((table) => table.name === name)
  const applied = has('migrations')
    ? (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(({ name }) => name)
    : []
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new StoreError('newer', `a newer version of hookline created the database (${unknown.join(', ')})`)
  const key = has('settings')
    ? await db.selectFrom('settings').select('value').where('name', '=', 'master-key').executeTakeFirst()
    : undefined
  const pending = migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
  return { pending, keyFingerprint: key?.value }
}
