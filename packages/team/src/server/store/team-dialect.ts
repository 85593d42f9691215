/** Begins a transaction on PostgreSQL and limits it to its team in one round trip. On a busy machine each round trip waits for a processor. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

const beginning = new AsyncLocalStorage<string>()

export const transactInTeam = <T>(
  db: Kysely<Schema>,
  team: string,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => beginning.run(team, () => db.transaction().execute(work))

export class TeamDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new TeamDriver(this.#config)
  }
}

class TeamDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const team = beginning.getStore()
    if (team === undefined) return super.beginTransaction(connection, settings)
    try {
      // A query without parameters may have several statements.
      const text = `begin; select set_config('hookline.team', ${pg.escapeLiteral(team)}, true)`
      await connection.executeQuery(CompiledQuery.raw(text))
    } catch (thrown) {
      // The transaction may have begun. On a lost connection this fails as well, and the first error is the reason.
      await super.rollbackTransaction(connection).catch(() => {})
      throw thrown
    }
  }
}
