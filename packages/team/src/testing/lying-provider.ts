/** An identity provider that answers whatever a test wants: wrong tokens, wrong keys, wrong metadata. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { clientId } from './oidc-provider.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>

export interface LyingProvider {
  readonly issuer: string
  /** The keys at `jwks_uri`, by key id. */
  readonly keys: Map<string, Key>
  metadata: object
  /** Creates the ID token of the next answer. */
  idToken: (claims: JWTPayload) => Promise<string>
  /** The claims of a good token. The nonce is set by the test. */
  readonly claims: JWTPayload
  sign(claims: JWTPayload, kid: string, header?: object): Promise<string>
  newKey(kid: string): Promise<Key>
  close(): Promise<void>
}

export async function startLyingProvider(): Promise<LyingProvider> {
  const server = createServer((request, response) => {
    const send = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    request.resume()
    const path = request.url ?? ''
    if (path === '/.well-known/openid-configuration') return send(lying.metadata)
    if (path === '/jwks') return void readKeys().then(send)
    if (path === '/token')
      return void lying
        .idToken(lying.claims)
        .then((id_token) => send({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token }))
    response.writeHead(404)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = new Map<string, Key>()
  const readKeys = async () => ({
    keys: await Promise.all(
      [...keys].map(async ([kid, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    ),
  })
  const now = () => Math.floor(Date.now() / 1000)
  const lying: LyingProvider = {
    issuer,
    keys,
    metadata: {
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
      ...{ id_token_signing_alg_values_supported: ['ES256'], authorization_response_iss_parameter_supported: true },
    },
    idToken: (claims) => lying.sign(claims, 'first'),
    claims: {
      ...{ iss: issuer, aud: clientId, sub: 'ada', iat: now(), exp: now() + 300 },
      ...{ email: 'ada@example.com', email_verified: true, groups: ['developers'] },
    },
    async sign(claims, kid, header = {}) {
      const key = keys.get(kid) ?? (await lying.newKey(kid))
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(key.privateKey)
    },
    async newKey(kid) {
      const key = await generateKeyPair('ES256', { extractable: true })
      keys.set(kid, key)
      return key
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await lying.newKey('first')
  return lying
}
