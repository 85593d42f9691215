/** `hookline serve --check`: whether the database answers, what the next start changes in it, and whether the master key is its own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSeal, readMasterKey } from './secrets.ts'
import { type InspectOptions, inspectStore } from './store/inspect.ts'

export interface StoreCheck {
  readonly engine: 'sqlite' | 'postgres'
  readonly pending: readonly string[]
  readonly warnings: readonly string[]
  /** Empty if a server can start with it. */
  readonly problem: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Changes nothing: no migration, no new key, no lock. */
export async function checkStore(options: InspectOptions & { readonly env: Env }): Promise<StoreCheck> {
  const engine = options.database === undefined ? 'sqlite' : 'postgres'
  try {
    const { keyFingerprint, pending, warnings } = await inspectStore(options)
    const problem = keyFingerprint === undefined ? '' : checkKey(options.dataDir, options.env, keyFingerprint)
    return { engine, pending, warnings, problem }
  } catch (thrown) {
    return { engine, pending: [], warnings: [], problem: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

function checkKey(dataDir: string, env: Env, expected: string): string {
  const isMissing = env.HOOKLINE_MASTER_KEY === undefined && !existsSync(join(dataDir, 'master.key'))
  if (isMissing) return `the database has secrets, but there is no HOOKLINE_MASTER_KEY and no master.key in ${dataDir}`
  const { fingerprint } = createSeal(readMasterKey(dataDir, env))
  return fingerprint === expected ? '' : 'this database was created with another master key'
}
