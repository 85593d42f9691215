/** The services that every part of the server gets. */
import type { AuditLogs } from './poll/audit-logs.ts'
import type { Cache } from './poll/cache.ts'
import type { Seal } from './secrets.ts'
import type { Provider } from './sign-in/provider.ts'
import type { HighestVersions } from './signing/versions.ts'
import type { Store } from './store/index.ts'
import type { Telemetry } from './telemetry/index.ts'

export interface Context {
  readonly store: Store
  readonly seal: Seal
  readonly dataDir: string
  /** The in-memory copy of what machines ask for most. */
  readonly cache: Cache
  readonly auditLogs: AuditLogs
  /** The identity providers that people can sign in with. */
  readonly providers: readonly Provider[]
  /** Prevents that a version of signed metadata is used twice. */
  readonly versions: HighestVersions
  /** True if alarms may be sent to addresses of private networks. */
  readonly allowsPrivateAddresses: boolean
  /** The token for `/metrics`. Undefined: there are no metrics. */
  readonly metricsToken: string | undefined
  /** Undefined: nothing is sent to the outside. */
  readonly telemetry: Telemetry | undefined
  /** When this server started. */
  readonly startedAt: number
  /** True if authors may run a draft on the server. */
  readonly allowsTrial: boolean
  /** The address of the server for people and machines, without a trailing slash. */
  publicUrl(): string
  /** True behind a proxy: the client address then comes from `X-Forwarded-For`. */
  readonly isBehindProxy: boolean
  now(): number
  /** Writes one line to the server's log. */
  log(line: string): void
}
