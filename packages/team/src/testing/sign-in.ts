/** A team server with an identity provider. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Server, type ServerOptions, startServer } from '../server/index.ts'
import type { StoreBench } from './each-store.ts'
import { clientId, clientSecret, startOidcProvider, type TestProvider } from './oidc-provider.ts'
import { freePort } from './postgres.ts'
import { accept, type Person, password, personAt } from './server.ts'

const roles = { owner: ['owners'], author: ['developers'], viewer: ['staff'] }

export const providerEntry = (issuer: string, team: string, more: object = {}) => ({
  ...{ id: 'example', name: 'Example SSO', issuer, clientId, clientSecretEnv: 'SSO_SECRET', team },
  ...{ domains: ['example.com'], roles, scopes: ['openid', 'email', 'groups'], ...more },
})

export interface SignInServer {
  readonly server: Server
  readonly url: string
  readonly owner: Person
  readonly teamId: string
  advanceClock(ms: number): void
  /** Lines of the server's log. */
  readonly logged: string[]
}

/** The team must exist before a file can name it, so the server starts twice. */
export async function startSignInServer(
  bench: StoreBench,
  providersFor: (teamId: string, url: string) => readonly object[] | Promise<readonly object[]>,
  options: Partial<ServerOptions> = {},
): Promise<SignInServer> {
  const storeOptions = await bench.preparedOptions()
  const port = await freePort()
  let skew = 0
  const logged: string[] = []
  const shared = { ...storeOptions, now: () => Date.now() + skew, log: (line: string) => logged.push(line) }
  // It has another port: a connection to a server that has stopped must not be reused for the next one.
  const first = await startServer(shared)
  const teamId: string = (await accept(personAt(first.url), first.ownerLink ?? '', 'owner@example.com')).body.teams[0]
    .teamId
  await first.close()
  const signInFile = join(storeOptions.dataDir, 'sign-in.json')
  writeFileSync(signInFile, JSON.stringify({ providers: await providersFor(teamId, `http://127.0.0.1:${port}`) }))
  const env = { SSO_SECRET: clientSecret }
  const server = await startServer({ ...shared, port, signInFile, env, ...options })
  bench.undo(() => server.close())
  const owner = personAt(server.url)
  await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
  const advanceClock = (ms: number) => {
    skew += ms
  }
  return { server, url: server.url, owner, teamId, advanceClock, logged }
}

export interface ProviderTeam extends SignInServer {
  readonly provider: TestProvider
}

/** With a real provider. */
export async function startProviderTeam(bench: StoreBench, more: object = {}): Promise<ProviderTeam> {
  let provider: TestProvider | undefined
  const started = await startSignInServer(bench, async (teamId, url) => {
    provider = await startOidcProvider([`${url}/sign-in/callback/example`])
    bench.undo(() => provider?.close())
    return [providerEntry(provider.issuer, teamId, more)]
  })
  if (provider === undefined) throw new Error('the provider was not started')
  return { ...started, provider }
}
