/** What the two engines differ in. Everything else is one schema and one query layer. */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** How the column types of the migrations are called here. */
  readonly types: Readonly<Record<string, string>>
  /** Held until the transaction ends. */
  lockForMigration(db: Pick<Kysely<unknown>, 'getExecutor'>): Promise<void>
  keepAppendOnly(db: Kysely<unknown>, table: string): Promise<void>
  /** Row-level security, where the engine has it: `column` says whose a row is. */
  isolate(db: Kysely<unknown>, table: string, column: string): Promise<void>
  /** Says to the database whose rows this transaction may touch; `*`: everybody's. */
  enter(trx: Transaction<Schema>, team: string): Promise<void>
}
