/** The differences between the two engines. Everything else shares one schema and one query layer. */
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** The columns of a row set, with the types of the migrations. */
type RowSetColumns<T> = Readonly<Record<keyof T & string, string>>

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** The engine's names for the column types of the migrations. */
  readonly types: Readonly<Record<string, string>>
  /** The lock lasts until the transaction ends. */
  lockForMigration(db: Pick<Kysely<unknown>, 'getExecutor'>): Promise<void>
  keepAppendOnly(db: Kysely<unknown>, table: string): Promise<void>
  /** Adds row-level security if the engine supports it. `column` contains the team of a row. */
  isolate(db: Kysely<unknown>, table: string, column: string): Promise<void>
  /** Makes sure that a table of reports can store rows of this day, counted from the epoch. */
  createDay(db: Pick<Kysely<unknown>, 'getExecutor'>, table: string, day: number): Promise<void>
  /** Drops whole days of a table of reports. An engine without partitions does nothing: its rows are deleted instead. */
  dropDaysBefore(db: Pick<Kysely<unknown>, 'getExecutor'>, table: string, day: number): Promise<void>
  /**
   * Many rows as the source of one statement: `insert into … select … from ${rowSet(…)}`. The text is the same for any number of
   * rows, and so is the number of parameters, which both engines limit. The rows keep their order.
   */
  rowSet<T extends object>(name: string, columns: RowSetColumns<T>, rows: readonly T[]): RawBuilder<unknown>
  /** At the end of a select: locks its rows until the transaction ends. The embedded engine has one transaction at a time. */
  readonly forUpdate: RawBuilder<unknown>
  /** Runs statements that write different tables, in one round trip if the engine is another process. */
  writeTogether(trx: Transaction<Schema>, statements: readonly RawBuilder<unknown>[]): Promise<void>
  /** Runs a transaction that is limited to the rows of a team, or of all teams with `*`. */
  transact<T>(db: Kysely<Schema>, team: string, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
}
