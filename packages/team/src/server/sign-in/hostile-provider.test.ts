import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportSPKI, generateKeyPair, type JWTPayload } from 'jose'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBrowserLike } from '../../testing/browser-like.ts'
import { eachStore } from '../../testing/index.ts'
import { type LyingProvider, startLyingProvider } from '../../testing/lying-provider.ts'
import { providerEntry, startSignInServer } from '../../testing/sign-in.ts'
import { checkProviders } from './check-providers.ts'

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

eachStore('hostile identity providers', (bench) => {
  const start = async () => {
    const [lying, second] = [await startLyingProvider(), await startLyingProvider()]
    bench.undo(() => Promise.all([lying.close(), second.close()]))
    const team = await startSignInServer(bench, (teamId) => [
      providerEntry(lying.issuer, teamId),
      providerEntry(second.issuer, teamId, { id: 'second', name: 'Second' }),
    ])
    return { ...team, lying, second }
  }
  let running: Awaited<ReturnType<typeof start>> | undefined
  beforeAll(async () => {
    running = await start()
  })
  /** All tests share one server. The provider is honest again at the start of each test. */
  const started = async () => {
    const team = running
    if (team === undefined) throw new Error('the server was not started')
    const { url, lying, second } = team
    lying.idToken = (claims) => lying.sign(claims, 'first')
    lying.keys.clear()
    await lying.newKey('first')
    /** Begins a sign-in, answers it with `query`, and returns where the browser ends. */
    const answer = async (make: (asked: URLSearchParams) => Record<string, string>, path = 'example') => {
      const browser = createBrowserLike()
      const { body } = await browser.call(url, 'AccountService/BeginProviderSignIn', { provider: 'example' })
      const asked = new URL(body.url).searchParams
      for (const { claims } of [lying, second]) claims.nonce = asked.get('nonce') ?? ''
      const query = new URLSearchParams(make(asked))
      const visit = await browser.visit(`${url}/sign-in/callback/${path}?${query}`)
      const { status } = await browser.call(url, 'AccountService/GetMe')
      return { end: visit.url.replace(url, ''), isSignedIn: status === 200, asked }
    }
    const good = (asked: URLSearchParams) => ({ code: 'c', state: asked.get('state') ?? '', iss: lying.issuer })
    return { ...team, answer, good }
  }

  test('a correct answer signs in, and the request has PKCE, a state and a nonce', async () => {
    const { answer, good, url } = await started()
    const { end, isSignedIn, asked } = await answer(good)
    expect([end, isSignedIn]).toEqual(['/', true])
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${url}/sign-in/callback/example` },
      ...{ state: expect.stringMatching(/.{40,}/), nonce: expect.stringMatching(/.{40,}/) },
    })
  })

  type Token = (lying: LyingProvider) => LyingProvider['idToken']
  const changed =
    (more: JWTPayload): Token =>
    (lying) =>
    (claims) =>
      lying.sign({ ...claims, ...more }, 'first')
  const soon = () => Math.floor(Date.now() / 1000)
  const tokens: readonly (readonly [string, Token])[] = [
    ['wrong issuer', changed({ iss: 'https://evil.example' })],
    ['wrong audience', changed({ aud: 'another-client' })],
    ['several audiences without this client as authorized party', changed({ aud: ['hookline', 'x'], azp: 'x' })],
    ['wrong nonce', changed({ nonce: 'n' })],
    [
      'no nonce',
      (lying) =>
        ({ nonce: _, ...claims }) =>
          lying.sign(claims, 'first'),
    ],
    ['expired token', changed({ exp: soon() - 60 })],
    ['token from the future', changed({ nbf: soon() + 3600 })],
    [
      'no subject',
      (lying) =>
        ({ sub: _, ...claims }) =>
          lying.sign(claims, 'first'),
    ],
    ['alg none', () => async (claims) => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`],
    [
      'HS256 with the public key as the secret',
      (lying) => async (claims) => {
        const signed = `${base64({ alg: 'HS256', kid: 'first' })}.${base64(claims)}`
        const publicKey = lying.keys.get('first')?.publicKey
        if (publicKey === undefined) throw new Error('the key is missing')
        return `${signed}.${createHmac('sha256', await exportSPKI(publicKey))
          .update(signed)
          .digest('base64url')}`
      },
    ],
    [
      'HS256 with the client secret',
      () => async (claims) => {
        const { clientSecret } = await import('../../testing/oidc-provider.ts')
        const signed = `${base64({ alg: 'HS256' })}.${base64(claims)}`
        return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`
      },
    ],
    [
      'unknown kid',
      (lying) => async (claims) => {
        const token = await lying.sign(claims, 'unknown')
        lying.keys.delete('unknown')
        return token
      },
    ],
    [
      'expired keys: a key that the provider has removed',
      (lying) => async (claims) => {
        const token = await lying.sign(claims, 'first')
        lying.keys.delete('first')
        await lying.newKey('next')
        return token
      },
    ],
    [
      'the signature of another key under a known kid',
      (lying) => async (claims) => {
        const known = lying.keys.get('first')
        lying.keys.set('first', await generateKeyPair('ES256', { extractable: true }))
        const token = await lying.sign(claims, 'first')
        if (known !== undefined) lying.keys.set('first', known)
        return token
      },
    ],
    [
      'a changed payload',
      (lying) => async (claims) => {
        const [header, , signature] = (await lying.sign(claims, 'first')).split('.')
        return `${header}.${base64({ ...claims, groups: ['owners'] })}.${signature}`
      },
    ],
    [
      'a key in the header',
      (lying) => async (claims) => {
        const own = await lying.newKey('own')
        const { exportJWK } = await import('jose')
        const token = await lying.sign(claims, 'own', { jwk: await exportJWK(own.publicKey) })
        lying.keys.delete('own')
        return token
      },
    ],
    ['not a token', () => async () => 'not a token'],
  ]

  test.each(tokens)('%s: the sign-in is refused', async (_name, make) => {
    const { answer, good, lying } = await started()
    lying.idToken = make(lying)
    const { end, isSignedIn } = await answer(good)
    expect([end, isSignedIn]).toEqual(['/?sign-in=refused', false])
  })

  test('a clock that differs by 20 seconds is accepted', async () => {
    const { answer, good, lying } = await started()
    lying.idToken = changed({ exp: soon() - 20, iat: soon() - 300 })(lying)
    expect((await answer(good)).isSignedIn).toBe(true)
    lying.idToken = changed({ iat: soon() + 20, nbf: soon() + 20 })(lying)
    expect((await answer(good)).isSignedIn).toBe(true)
  })

  test('a new key of the provider works at once', async () => {
    const { answer, good, lying } = await started()
    expect((await answer(good)).isSignedIn).toBe(true)
    await lying.newKey('second')
    lying.idToken = (claims) => lying.sign(claims, 'second')
    expect((await answer(good)).isSignedIn).toBe(true)
  })

  test('a second factor counts only if the provider reports it', async () => {
    const { answer, good, lying, server } = await started()
    const count = () =>
      server.context.store.acrossTeams((q) =>
        q.selectFrom('sessions').select('hash').where('second_factor', '=', 1).execute(),
      )
    const before = (await count()).length
    expect((await answer(good)).isSignedIn).toBe(true)
    lying.idToken = changed({ amr: ['pwd'] })(lying)
    expect((await answer(good)).isSignedIn).toBe(true)
    expect(await count()).toHaveLength(before)
    lying.idToken = changed({ amr: ['pwd', 'otp', 'mfa'] })(lying)
    expect((await answer(good)).isSignedIn).toBe(true)
    expect(await count()).toHaveLength(before + 1)
  })

  test('wrong state: the sign-in is refused', async () => {
    const { answer, good } = await started()
    expect((await answer((asked) => ({ ...good(asked), state: 'x' }))).end).toBe('/?sign-in=refused')
    expect((await answer((asked) => ({ code: 'c', iss: good(asked).iss }))).end).toBe('/?sign-in=refused')
  })

  test('mix-up: an answer of another provider is refused', async () => {
    const { answer, good, second } = await started()
    expect((await answer((asked) => ({ ...good(asked), iss: second.issuer }))).end).toBe('/?sign-in=refused')
    expect((await answer((asked) => ({ code: 'c', state: good(asked).state }))).end).toBe('/?sign-in=refused')
    const other = await answer((asked) => ({ ...good(asked), iss: second.issuer }), 'second')
    expect([other.end, other.isSignedIn]).toEqual(['/?sign-in=expired', false])
  })

  test('an error of the provider is a code on the page, and its text is not shown', async () => {
    const { answer, good, lying } = await started()
    const error = { error: 'access_denied', error_description: '<script>alert(1)</script>' }
    const { end } = await answer((asked) => ({ ...error, state: good(asked).state, iss: lying.issuer }))
    expect(end).toBe('/?sign-in=cancelled')
  })

  test('groups that are not a list of texts give no role', async () => {
    const { answer, good, lying } = await started()
    for (const groups of [{ owners: true }, [['owners']], 7, null]) {
      lying.idToken = changed({ groups } as JWTPayload)(lying)
      expect((await answer(good)).end).toBe('/?sign-in=no-role')
    }
    lying.idToken = changed({ groups: 'developers' })(lying)
    expect((await answer(good)).isSignedIn).toBe(true)
  })
})

test.each([
  ['another issuer', { issuer: 'https://evil.example' }],
  ['a token endpoint without https on another machine', { token_endpoint: 'http://192.0.2.1/token' }],
  ['no keys', { jwks_uri: undefined }],
  ['no PKCE with S256', { code_challenge_methods_supported: ['plain'] }],
])('metadata with %s is refused before anybody is sent there', async (_name, more) => {
  const lying = await startLyingProvider()
  onTestFinished(() => lying.close())
  const directory = mkdtempSync(join(tmpdir(), 'hookline-sign-in-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const signInFile = join(directory, 'sign-in.json')
  writeFileSync(signInFile, JSON.stringify({ providers: [providerEntry(lying.issuer, `hl_${'a'.repeat(16)}`)] }))
  const check = async () =>
    (await checkProviders({ signInFile, publicUrl: 'https://hooks.example.com', env: { SSO_SECRET: 's' } }))[0]
  expect(await check()).toMatchObject({
    ...{ problem: '', redirectUri: 'https://hooks.example.com/sign-in/callback/example' },
  })
  lying.metadata = { ...lying.metadata, ...more }
  expect((await check())?.problem).not.toBe('')
})
