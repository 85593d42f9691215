/** The client of one identity provider: discovery, the address to sign in at, and the checks of what comes back. */
import * as oidc from 'openid-client'
import { isLoopback, type ProviderConfig } from './config.ts'

/** What the provider says about a person. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly groups: readonly string[]
  readonly refreshToken: string | undefined
  /** True if the provider reports that it asked for a second factor. */
  readonly hasSecondFactor: boolean
}

export interface Challenge {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

const [metadataMs, timeoutSeconds, toleranceSeconds] = [10 * 60_000, 10, 30]

export interface Provider {
  readonly config: ProviderConfig
  redirectUri(): string
  /** Rejects if the provider cannot be used. */
  check(): Promise<void>
  begin(): Promise<{ readonly url: string; readonly challenge: Challenge }>
  /** `query` is what the browser brought back. */
  finish(query: string, challenge: Challenge): Promise<Claims>
  /** Asks again with a refresh token. */
  refresh(refreshToken: string, subject: string): Promise<Claims>
}

export interface ProviderOptions {
  publicUrl(): string
  now(): number
}

export function createProvider(config: ProviderConfig, { publicUrl, now }: ProviderOptions): Provider {
  let known: { readonly metadata: oidc.ServerMetadata; readonly at: number } | undefined
  const redirectUri = () => `${publicUrl()}/sign-in/callback/${config.id}`
  const readMetadata = async (): Promise<oidc.ServerMetadata> => {
    if (known === undefined || now() - known.at > metadataMs) known = { metadata: await discover(config), at: now() }
    return known.metadata
  }
  /**
   * Each sign-in reads the provider's keys again: a new key works at once, and a removed key at once no longer.
   * The server's own clock counts.
   */
  const connect = async (): Promise<oidc.Configuration> => {
    const clock = { [oidc.clockSkew]: Math.round((now() - Date.now()) / 1000), [oidc.clockTolerance]: toleranceSeconds }
    const connection = new oidc.Configuration(await readMetadata(), config.clientId, clock, clientAuth(config))
    connection.timeout = timeoutSeconds
    if (isLocal(config)) oidc.allowInsecureRequests(connection)
    // Verifies the signature of the ID token too, not only where it came from.
    oidc.enableNonRepudiationChecks(connection)
    return connection
  }
  return {
    config,
    redirectUri,
    check: async () => void (await readMetadata()),
    async begin() {
      const connection = await connect()
      const challenge = {
        ...{ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() },
      }
      const url = oidc.buildAuthorizationUrl(connection, {
        ...{ redirect_uri: redirectUri(), scope: config.scopes.join(' ') },
        ...{ state: challenge.state, nonce: challenge.nonce, code_challenge_method: 'S256' },
        code_challenge: await oidc.calculatePKCECodeChallenge(challenge.verifier),
        // OpenID Connect gives a refresh token only with consent.
        ...(config.scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
      })
      return { url: url.href, challenge }
    },
    async finish(query, { state, nonce, verifier }) {
      const connection = await connect()
      const tokens = await oidc.authorizationCodeGrant(connection, new URL(`${redirectUri()}${query}`), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      })
      return readClaims(connection, config, tokens, tokens.claims()?.sub)
    },
    async refresh(refreshToken, subject) {
      const connection = await connect()
      return readClaims(connection, config, await oidc.refreshTokenGrant(connection, refreshToken), subject)
    },
  }
}

const isLocal = ({ issuer }: ProviderConfig): boolean => issuer.startsWith('http:')

const clientAuth = ({ clientSecret }: ProviderConfig): oidc.ClientAuth =>
  clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret)

async function discover(config: ProviderConfig): Promise<oidc.ServerMetadata> {
  const options = { timeout: timeoutSeconds, ...(isLocal(config) ? { execute: [oidc.allowInsecureRequests] } : {}) }
  const found = await oidc.discovery(new URL(config.issuer), config.clientId, undefined, clientAuth(config), options)
  const metadata = found.serverMetadata()
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = metadata[name]
    if (address === undefined) throw new Error(`the provider names no ${name}`)
    const { protocol, hostname } = new URL(address)
    if (protocol !== 'https:' && !(isLocal(config) && isLoopback(hostname)))
      throw new Error(`the provider's ${name} does not use https`)
  }
  if (metadata.code_challenge_methods_supported?.includes('S256') === false)
    throw new Error('the provider does not support PKCE with S256')
  return metadata
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** Reads what is missing in the ID token from the UserInfo endpoint. */
async function readClaims(
  connection: oidc.Configuration,
  { groupsClaim }: ProviderConfig,
  tokens: Tokens,
  subject: string | undefined,
): Promise<Claims> {
  const idToken = tokens.claims()
  const sub = idToken?.sub ?? subject
  if (sub === undefined || (subject !== undefined && sub !== subject))
    throw new Error('the provider names another person')
  const isComplete = idToken?.email !== undefined && idToken[groupsClaim] !== undefined
  const more =
    isComplete || connection.serverMetadata().userinfo_endpoint === undefined
      ? undefined
      : await oidc.fetchUserInfo(connection, tokens.access_token, sub)
  // Take the address and its confirmation from the same answer.
  const person = idToken?.email === undefined ? more : idToken
  return {
    issuer: connection.serverMetadata().issuer,
    subject: sub,
    email: typeof person?.email === 'string' ? person.email : '',
    isEmailVerified: person?.email_verified === true,
    groups: toStrings(idToken?.[groupsClaim] ?? more?.[groupsClaim]),
    refreshToken: tokens.refresh_token,
    hasSecondFactor: toStrings(idToken?.amr).includes('mfa'),
  }
}

/** Some providers send one group as a text instead of a list. */
const toStrings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')

/** True if the provider has answered that the person may no longer sign in. False if it could not be asked. */
export const isRejected = (thrown: unknown): boolean =>
  thrown instanceof oidc.ResponseBodyError && ['invalid_grant', 'access_denied'].includes(thrown.error)

/** True if the person, or the provider, has cancelled the sign-in. */
export const isCancelled = (thrown: unknown): boolean => thrown instanceof oidc.AuthorizationResponseError
