/** What every part of the server is handed. */
import type { Journals } from './poll/journals.ts'
import type { Live } from './poll/live.ts'
import type { Seal } from './secrets.ts'
import type { HighestVersions } from './signing/versions.ts'
import type { Store } from './store/index.ts'

export interface Context {
  readonly store: Store
  readonly seal: Seal
  readonly dataDir: string
  /** What this process knows without asking the database. */
  readonly live: Live
  readonly journals: Journals
  /** No version of what is signed is used twice. */
  readonly versions: HighestVersions
  /** Whether authors may run a draft on the server. */
  readonly allowsTrial: boolean
  /** Where people and machines reach the server, without a slash at the end. */
  publicUrl(): string
  /** A proxy stands in front and says who asks (`X-Forwarded-For`). */
  readonly isBehindProxy: boolean
  now(): number
  /** One line for whoever runs the server. */
  log(line: string): void
}
