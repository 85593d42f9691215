/** Security keys and passkeys (WebAuthn) as a second factor. The library verifies signatures, origins and challenges. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'

/** The library is large, and most servers have no keys. */
const loadLibrary = () => import('@simplewebauthn/server')

type Account = Pick<Row<'accounts'>, 'id' | 'email'>
type Key = Row<'security_keys'>

const maxKeys = 20

interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Browsers bind keys to a host name. An address of this machine counts as localhost. */
function readRelyingParty({ publicUrl }: Context): RelyingParty {
  const url = new URL(publicUrl())
  if (/^127(\.\d+){3}$|^\[::1\]$/.test(url.hostname)) url.hostname = 'localhost'
  if (/^[\d.]+$|^\[/.test(url.hostname))
    throw new Refusal(
      'precondition',
      'security keys need a server with a host name, and this one has an address. Start it with --public-url',
    )
  return { id: url.hostname, origin: url.origin }
}

export const readKeys = (q: Query, accountId: string): Promise<Key[]> =>
  q
    .selectFrom('security_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const toDescriptor = ({ id, transports }: Key) => ({
  id,
  // The column holds a JSON list of strings.
  transports: JSON.parse(transports) as string[],
})

/** Returns the options for the browser and the challenge, which must be used once. */
export async function createRegistration(context: Context, account: Account, keys: readonly Key[]) {
  if (keys.length >= maxKeys) throw new Refusal('precondition', `an account can have at most ${maxKeys} security keys`)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    ...{ rpName: 'Hookline', rpID: readRelyingParty(context).id, userName: account.email },
    userID: new Uint8Array(Buffer.from(account.id)),
    ...{ attestationType: 'none', excludeCredentials: keys.map(toDescriptor) },
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { options: JSON.stringify(options), challenge: options.challenge }
}

export async function verifyRegistration(
  context: Context,
  challenge: string,
  response: string,
): Promise<Pick<Key, 'id' | 'public_key' | 'counter' | 'transports'>> {
  const { id: rpId, origin } = readRelyingParty(context)
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: parseResponse<RegistrationResponseJSON>(response),
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: false },
  }).catch((thrown: unknown) => refuseKey(context, thrown))
  if (!verified || registrationInfo === undefined) throw wrongKey()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, public_key: publicKey, counter, transports: JSON.stringify(transports) }
}

export async function createAssertion(context: Context, keys: readonly Key[]) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    ...{ rpID: readRelyingParty(context).id, allowCredentials: keys.map(toDescriptor), userVerification: 'preferred' },
  })
  return { options: JSON.stringify(options), challenge: options.challenge }
}

/** Only a key of this account counts. The new counter is stored, unless another request has used the key in the meantime. */
export async function verifyAssertion(
  context: Context,
  accountId: string,
  challenge: string,
  text: string,
): Promise<void> {
  const response = parseResponse<AuthenticationResponseJSON>(text)
  const { store } = context
  const keys = await store.acrossTeams((q) => readKeys(q, accountId))
  const key = keys.find(({ id }) => id === response.id)
  if (key === undefined) throw wrongKey()
  const { id: rpId, origin } = readRelyingParty(context)
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...{
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
    },
    credential: { id: key.id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
  }).catch((thrown: unknown) => refuseKey(context, thrown))
  if (!verified) throw wrongKey()
  await store.acrossTeams((q) => saveUse(q, key, authenticationInfo.newCounter, context.now()))
}

async function saveUse(q: Query, { id, counter }: Key, newCounter: number, now: number): Promise<void> {
  const { numUpdatedRows } = await q
    .updateTable('security_keys')
    .set({ counter: newCounter, used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw wrongKey()
}

function parseResponse<T>(text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    // The library checks the fields, and rejects what is missing.
    if (typeof value === 'object' && value !== null) return value as T
  } catch {}
  throw new Refusal('invalid', 'the answer of the security key is not valid')
}

const wrongKey = (): Refusal => new Refusal('unauthenticated', 'the security key was not accepted. Try again')

/** The reason is only for the log: it helps an attacker more than a user. */
function refuseKey({ log }: Context, thrown: unknown): never {
  log(`security key: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  throw wrongKey()
}

export function readKeyName(text: string): string {
  const name = text.trim()
  if (!/^[^\p{C}]{1,60}$/u.test(name)) throw new Refusal('invalid', 'the name of a key must have 1 to 60 characters')
  return name
}

export async function findKey(q: Query, accountId: string, id: string): Promise<Key> {
  const key = (await readKeys(q, accountId)).find((candidate) => candidate.id === id)
  if (key === undefined) throw notFound()
  return key
}
