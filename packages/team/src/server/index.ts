/** The team server: opens the store and handles requests until it is closed. It prints nothing. */
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { loadPacks } from '../wire/load-problem.ts'
import { createOwnerSecret, formatLink } from './accounts/links.ts'
import type { Context } from './context.ts'
import { signAfterRestore } from './hooks/resign.ts'
import { createApp } from './http/app.ts'
import { listen } from './http/listen.ts'
import { createAuditLogs } from './poll/audit-logs.ts'
import { createCache } from './poll/cache.ts'
import { startTimers } from './poll/timers.ts'
import { checkMasterKey, createSeal, readMasterKey } from './secrets.ts'
import { readSignInFile } from './sign-in/config.ts'
import { createProvider } from './sign-in/provider.ts'
import { openHighestVersions } from './signing/versions.ts'
import { dataErrors, listenErrors, startError } from './start-error.ts'
import { openStore, type Store } from './store/index.ts'
import { readTelemetryConfig } from './telemetry/config.ts'
import { startTelemetry } from './telemetry/index.ts'

export { type CheckedStart, checkStart } from './check-start.ts'
export { checkStore, type StoreCheck } from './check-store.ts'
export { checkProviders, type ProviderCheck } from './sign-in/check-providers.ts'
export { StartError } from './start-error.ts'
export { StoreError } from './store/index.ts'
export { checkTelemetry, type TelemetryCheck } from './telemetry/check.ts'

export interface ServerOptions {
  readonly dataDir: string
  /** A postgres://… URL. Without it, the server uses the embedded store in the data directory. */
  readonly database?: string | undefined
  readonly host?: string | undefined
  /** 0 chooses a free port. */
  readonly port?: number | undefined
  /** The public address of a proxy that handles TLS. The server then trusts the proxy's `X-Forwarded-For`. */
  readonly publicUrl?: string | undefined
  readonly pagesDir?: string | undefined
  /** Creates another team. The result contains the link for its owner. */
  readonly newTeam?: boolean | undefined
  /** Creates a link for another owner of the team with this id or name. Empty means the only team. For teams whose owner cannot sign in. */
  readonly ownerOf?: string | undefined
  /** Whether authors may run a draft in the server's sandbox. Default: true. */
  readonly allowsTrial?: boolean | undefined
  /** Whether alarms may be sent to addresses of this machine and of private networks. Default: false. */
  readonly allowsPrivateAddresses?: boolean | undefined
  /** With this token, a program can read `/metrics`. */
  readonly metricsToken?: string | undefined
  /** The file with the identity providers. */
  readonly signInFile?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
  log?(line: string): void
  now?(): number
}

export interface Server {
  readonly url: string
  readonly port: number
  readonly engine: Store['engine']
  readonly warnings: readonly string[]
  /** The one-time link for the owner of the first team or of a new team. */
  readonly ownerLink?: string
  /** For tests. */
  readonly context: Context
  close(): Promise<void>
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, host = '127.0.0.1', port = 0, env = process.env, log = () => {}, now = Date.now } = options
  const providerConfigs = readSignInFile(options.signInFile, env)
  const telemetryConfig = readTelemetryConfig(env)
  makeDataDirectory(dataDir)
  const seal = createSeal(readMasterKey(dataDir, env))
  const store = await openStore({ ...options, auditLogKey: seal.derive('journal') })
  try {
    await checkMasterKey(store, seal)
    await loadPacks()
    let url = options.publicUrl?.replace(/\/+$/, '') ?? ''
    const isBehindProxy = options.publicUrl !== undefined
    const versions = openHighestVersions(dataDir)
    const cache = await createCache({ store, versions, now })
    const allowsTrial = options.allowsTrial ?? true
    const startedAt = now()
    const telemetry = startTelemetry(telemetryConfig, { store, startedAt, now, log })
    const context: Context = {
      store,
      seal,
      dataDir,
      cache,
      auditLogs: createAuditLogs({ store, now, log }),
      versions,
      providers: providerConfigs.map((config) => createProvider(config, { publicUrl: () => url, now })),
      allowsTrial,
      allowsPrivateAddresses: options.allowsPrivateAddresses ?? false,
      metricsToken: options.metricsToken,
      telemetry,
      startedAt,
      publicUrl: () => url,
      isBehindProxy,
      now,
      log,
    }
    await signAfterRestore(context)
    const stopTimers = startTimers(context)
    const secret = await createOwnerSecret(context, options)
    const listener = await listen(createApp(context, options), host, port).catch((thrown: unknown) => {
      throw startError(thrown, listenErrors(host, port))
    })
    if (url === '') url = `http://${toDialableHost(host)}:${listener.port}`
    return {
      url,
      port: listener.port,
      engine: store.engine,
      warnings: [...store.warnings, ...(await findMissingTeams(context))],
      ...(secret === undefined ? {} : { ownerLink: formatLink(context, secret) }),
      context,
      async close() {
        await listener.close()
        await stopTimers()
        await telemetry?.close()
        await store.close()
      },
    }
  } catch (thrown) {
    await store.close()
    throw thrown
  }
}

/** A provider for a team that does not exist cannot sign anyone in. */
async function findMissingTeams({ store, providers }: Context): Promise<readonly string[]> {
  const teams = await store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  return providers
    .filter(({ config }) => !teams.some(({ id }) => id === config.team))
    .map(
      ({ config }) => `the identity provider "${config.id}" is for the team ${config.team}, which does not exist here`,
    )
}

function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    throw startError(thrown, dataErrors(dataDir))
  }
}

/** Returns a host name that other machines can connect to. */
const toDialableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? hostname() : host.includes(':') ? `[${host}]` : host
