/** Opens and drops the days of reports. A recent day is opened once; older days can be dropped meanwhile and are checked again. */
import type { Kysely } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Schema } from '../schema.ts'

const tables = ['decisions', 'runs']
const dayMs = 86_400_000
const lockTimeout = '55P03'

export function createReportDays(db: Kysely<Schema>, engine: Engine) {
  const opened = new Set<number>()
  return {
    async open(days: ReadonlySet<number>): Promise<void> {
      const missing = [...days].filter((day) => !opened.has(day)).sort((a, b) => a - b)
      if (engine.name === 'sqlite' || missing.length === 0) return
      await db.transaction().execute(async (trx) => {
        for (const day of missing) for (const table of tables) await engine.createDay(trx, table, day)
      })
      const yesterday = Math.floor(Date.now() / dayMs) - 1
      for (const day of missing) if (day >= yesterday) opened.add(day)
    },
    async dropBefore(day: number): Promise<void> {
      for (const known of opened) if (known < day) opened.delete(known)
      for (const table of tables)
        await db
          .transaction()
          .execute((trx) => engine.dropDaysBefore(trx, table, day))
          .catch((thrown: unknown) => {
            if (!isLockTimeout(thrown)) throw thrown
          })
    },
  }
}

const isLockTimeout = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === lockTimeout
