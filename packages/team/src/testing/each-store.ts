/** The same suite on the embedded engine and on a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, type Store, type StoreOptions } from '../server/store/index.ts'
import { type Postgres, postgresPrograms, startPostgres } from './postgres.ts'

export interface StoreBench {
  readonly engine: Store['engine']
  /** Where a store, or a server, finds a new and empty database. The same options again: the same data. */
  place(): Promise<StoreOptions>
  open(): Promise<Store>
  /** Called when the suite is over, the last one first. */
  undo(work: () => unknown): void
  /** The process behind it, where it has one of its own. */
  postgres(): Postgres | undefined
}

/**
 * `eachStore('journal', (bench) => { test(…) })`. Without PostgreSQL that half is skipped, loudly; where CI=true it fails.
 */
export function eachStore(name: string, suite: (bench: StoreBench) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) onStore(engine, name, suite)
}

export function onStore(engine: Store['engine'], name: string, suite: (bench: StoreBench) => void): void {
  const skips = engine === 'postgres' && postgresPrograms() === undefined && process.env.CI !== 'true'
  if (skips) console.warn(`SKIPPED: ${name} on PostgreSQL. There is none here: apt-get install postgresql`)
  describe.skipIf(skips)(`${name} on ${engine}`, () => {
    const undo: (() => unknown)[] = []
    let postgres: Postgres | undefined
    beforeAll(async () => {
      if (engine === 'postgres') postgres = await startPostgres()
    }, 120_000)
    afterAll(async () => {
      for (const one of undo.reverse()) await one()
      await postgres?.stop()
    })
    const place = async (): Promise<StoreOptions> => {
      const dataDir = mkdtempSync(join(tmpdir(), 'hookline-team-'))
      undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
      return postgres === undefined ? { dataDir } : { dataDir, database: await postgres.database() }
    }
    suite({
      engine,
      place,
      async open() {
        const store = await openStore({ ...(await place()), journalKey: Buffer.alloc(32, 7) })
        undo.push(() => store.close())
        return store
      },
      undo: (work) => undo.push(work),
      postgres: () => postgres,
    })
  })
}
