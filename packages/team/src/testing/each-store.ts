/** Runs the same suite on the embedded engine and on a real PostgreSQL. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, type Store, type StoreOptions } from '../server/store/index.ts'
import { type Postgres, postgresPrograms, startPostgres } from './postgres.ts'

export interface StoreBench {
  readonly engine: Store['engine']
  /** Returns the options of a new, empty database. A second store with the same options has the same data. */
  storeOptions(): Promise<StoreOptions>
  /** The same with the tables of this version in it: to create them takes longer than most tests. */
  preparedOptions(): Promise<StoreOptions>
  open(): Promise<Store>
  /** Runs the work after the suite, in reverse order. */
  undo(work: () => unknown): void
  /** The PostgreSQL process, if there is one. */
  postgres(): Postgres | undefined
}

/**
 * `eachStore('audit log', (bench) => { test(…) })`. Without PostgreSQL, skips that half with a warning. With CI=true it fails.
 */
export function eachStore(name: string, suite: (bench: StoreBench) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) onStore(engine, name, suite)
}

export function onStore(engine: Store['engine'], name: string, suite: (bench: StoreBench) => void): void {
  const skips = engine === 'postgres' && postgresPrograms() === undefined && process.env.CI !== 'true'
  if (skips) console.warn(`SKIPPED: ${name} on PostgreSQL, which is not installed. Run: apt-get install postgresql`)
  describe.skipIf(skips)(`${name} on ${engine}`, () => {
    const undo: (() => unknown)[] = []
    let postgres: Postgres | undefined
    beforeAll(async () => {
      if (engine === 'postgres') postgres = await startPostgres()
    })
    afterAll(async () => {
      for (const work of undo.reverse()) await work()
      await postgres?.stop()
    })
    const directory = (): string => {
      const made = mkdtempSync(join(process.env.HOOKLINE_TEST_DATABASES ?? tmpdir(), 'hookline-team-'))
      undo.push(() => rmSync(made, { recursive: true, force: true }))
      return made
    }
    const storeOptions = async (): Promise<StoreOptions> =>
      postgres === undefined ? { dataDir: directory() } : { dataDir: directory(), database: await postgres.database() }
    let original: Promise<StoreOptions> | undefined
    const preparedOptions = async (): Promise<StoreOptions> => {
      original ??= prepare(storeOptions())
      const { dataDir, database } = await original
      if (postgres !== undefined) return { dataDir: directory(), database: await postgres.database(database) }
      const copy = directory()
      copyFileSync(join(dataDir, DATABASE), join(copy, DATABASE))
      return { dataDir: copy }
    }
    suite({
      engine,
      storeOptions,
      preparedOptions,
      async open() {
        const store = await openStore({ ...(await preparedOptions()), auditLogKey: Buffer.alloc(32, 7) })
        undo.push(() => store.close())
        return store
      },
      undo: (work) => undo.push(work),
      postgres: () => postgres,
    })
  })
}

const DATABASE = 'hookline.db'

/** Creates the tables, and closes the database. */
async function prepare(made: Promise<StoreOptions>): Promise<StoreOptions> {
  const options = await made
  await (await openStore(options)).close()
  return options
}
