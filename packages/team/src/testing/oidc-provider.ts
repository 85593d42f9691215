/** A real OpenID Connect provider on loopback, whose person is signed in without a form. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

interface TestPerson {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  groups: readonly string[]
}

export interface TestProvider {
  readonly issuer: string
  /** Signs in at the provider as this person, until another one is set. */
  current: TestPerson
  /** All people, for refresh tokens. */
  readonly people: Map<string, TestPerson>
  close(): Promise<void>
}

export const clientId = 'hookline'
export const clientSecret = 'the secret of the client, which is long enough'

export async function startOidcProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, TestPerson>()
  const state: { current: TestPerson } = {
    current: { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: [] },
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] },
        ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person === undefined
        ? undefined
        : { accountId: sub, claims: () => ({ ...person, groups: [...person.groups] }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        ...(oidc.client === undefined ? {} : { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid email groups offline_access')
      await grant.save()
      return grant
    },
    cookies: { keys: ['a key for the cookies of the test'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 30 * 86_400,
      Interaction: 600,
      Session: 3600,
      RefreshToken: 86_400,
    },
    issueRefreshToken: (_context, client, code) =>
      client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
    renderError: (context, out) => {
      context.type = 'json'
      context.body = JSON.stringify(out)
    },
  })
  const callback = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response)
    people.set(state.current.sub, state.current)
    const login = { accountId: state.current.sub }
    void provider.interactionFinished(request, response, { login, consent: {} }, { mergeWithLastSubmission: false })
  }
  return {
    issuer,
    get current() {
      return state.current
    },
    set current(person) {
      state.current = person
    },
    people,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
