/** What every part of the server is handed. */
import type { Seal } from './secrets.ts'
import type { Store } from './store/index.ts'

export interface Context {
  readonly store: Store
  readonly seal: Seal
  readonly dataDir: string
  /** Where people and machines reach the server, without a slash at the end. */
  publicUrl(): string
  /** A proxy stands in front and says who asks (`X-Forwarded-For`). */
  readonly isBehindProxy: boolean
  now(): number
  /** One line for whoever runs the server. */
  log(line: string): void
}
