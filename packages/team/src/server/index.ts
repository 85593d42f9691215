/** The team server: opens the store, prints nothing, answers until it is closed. */
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { linkTo, ownerSecret } from './accounts/links.ts'
import type { Context } from './context.ts'
import { createApp } from './http/app.ts'
import { listen } from './http/listen.ts'
import { createJournals } from './poll/journals.ts'
import { createLive } from './poll/live.ts'
import { startTimers } from './poll/timers.ts'
import { checkMasterKey, readMasterKey, sealWith } from './secrets.ts'
import { catchUp } from './signing/resign.ts'
import { highestVersions } from './signing/versions.ts'
import { startError } from './start-error.ts'
import { openStore, type Store } from './store/index.ts'

export { StartError } from './start-error.ts'
export { StoreError } from './store/index.ts'

export interface ServerOptions {
  readonly dataDir: string
  /** postgres://…; without it the embedded store in the data directory. */
  readonly database?: string | undefined
  readonly host?: string | undefined
  /** 0: any that is free. */
  readonly port?: number | undefined
  /** Where people reach it through a proxy that ends TLS; the proxy is then believed about who asks. */
  readonly publicUrl?: string | undefined
  readonly pagesDir?: string | undefined
  /** One more team: its owner's link is in the answer. */
  readonly newTeam?: boolean | undefined
  /** One more owner of a team, by its id or name; empty: of the only one. For those whose owner cannot sign in any more. */
  readonly ownerOf?: string | undefined
  /** Whether authors may run a draft on the server, contained; default: yes. */
  readonly allowsTrial?: boolean | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
  log?(line: string): void
  now?(): number
}

export interface Server {
  readonly url: string
  readonly port: number
  readonly engine: Store['engine']
  readonly warnings: readonly string[]
  /** For the owner of the first team, or of the new one; once. */
  readonly ownerLink?: string
  /** What tests look into. */
  readonly context: Context
  close(): Promise<void>
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, host = '127.0.0.1', port = 0, env = process.env, log = () => {}, now = Date.now } = options
  makeDataDirectory(dataDir)
  const seal = sealWith(readMasterKey(dataDir, env))
  const store = await openStore({ ...options, journalKey: seal.derive('journal') })
  try {
    await checkMasterKey(store, seal)
    let url = options.publicUrl?.replace(/\/+$/, '') ?? ''
    const isBehindProxy = options.publicUrl !== undefined
    const versions = highestVersions(dataDir)
    const live = await createLive({ store, seal, versions, now })
    const allowsTrial = options.allowsTrial ?? true
    const context: Context = {
      store,
      seal,
      dataDir,
      live,
      journals: createJournals({ store, now, log }),
      versions,
      allowsTrial,
      publicUrl: () => url,
      isBehindProxy,
      now,
      log,
    }
    await catchUp(context)
    const stopTimers = startTimers(context)
    const secret = await ownerSecret(context, options)
    const listening = await listen(createApp(context, options), host, port).catch((thrown: unknown) => {
      throw startError(thrown, whyNotListening(host, port))
    })
    if (url === '') url = `http://${named(host)}:${listening.port}`
    return {
      url,
      port: listening.port,
      engine: store.engine,
      warnings: store.warnings,
      ...(secret === undefined ? {} : { ownerLink: linkTo(context, secret) }),
      context,
      async close() {
        await listening.close()
        await stopTimers()
        await store.close()
      },
    }
  } catch (thrown) {
    await store.close()
    throw thrown
  }
}

function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    throw startError(thrown, {
      EEXIST: `${dataDir} is a file: --data takes a directory`,
      ENOTDIR: `a part of ${dataDir} is a file: --data takes a directory`,
      EACCES: `${dataDir} cannot be made: this user may not write there`,
      EROFS: `${dataDir} cannot be made: that disk is read-only`,
    })
  }
}

const whyNotListening = (host: string, port: number): Readonly<Record<string, string>> => ({
  EADDRINUSE: `port ${port} is taken by another program. To take another one: hookline serve --port ${port + 1 > 65_535 ? 0 : port + 1}`,
  EACCES: `port ${port} needs rights that this user does not have: take one above 1023, and a proxy before it`,
  EADDRNOTAVAIL: `this machine has no address ${host}: --host takes one of its own, 127.0.0.1, or 0.0.0.0 for all`,
  ENOTFOUND: `there is no address for "${host}": --host takes one of this machine's own, 127.0.0.1, or 0.0.0.0 for all`,
})

/** What others can dial. */
const named = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? hostname() : host.includes(':') ? `[${host}]` : host
