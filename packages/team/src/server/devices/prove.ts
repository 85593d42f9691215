/**
 * Authenticates a machine: the token identifies it, and the proof shows that it has the key. A proof is the time and an
 * Ed25519 signature over method, path, time and the body's hash.
 */
import { createPrivateKey, sign, verify } from 'node:crypto'
import { revocationText, revokedHeader } from '../../wire/revocation.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { onlineKeys } from '../signing/keys.ts'
import type { Machine } from './machines.ts'

export interface Call {
  readonly authorization: string | undefined
  readonly proof: string | undefined
  readonly method: string
  /** The path and query as received. */
  readonly target: string
  /** SHA-256 of the received body in hexadecimal. */
  bodyHash(): string
}

export interface Proof {
  readonly ms: number
  readonly signature: Buffer
}

const windowMs = 5 * 60_000

const proofText = (method: string, target: string, ms: number, bodyHash: string): string =>
  `${method}\n${target}\n${ms}\n${bodyHash}`

export const readBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1]

export async function prove(context: Context, call: Call): Promise<Machine> {
  const machine = await identifyMachine(context, call)
  const proof = readProof(call.proof)
  if (proof === undefined) throw new Refusal('unauthenticated', 'the header hookline-proof is missing or invalid')
  if (Math.abs(context.now() - proof.ms) > windowMs)
    throw new Refusal(
      'unauthenticated',
      `the time in the proof differs from the server's time by more than 5 minutes. Check the clock of this machine`,
    )
  const text = proofText(call.method, call.target, proof.ms, call.bodyHash())
  if (!(await isSigned(text, machine, proof.signature)))
    throw new Refusal(
      'unauthenticated',
      'the proof was not signed with the key of this machine, or not for this request',
    )
  return machine
}

type IdentifyContext = Pick<Context, 'cache' | 'now' | 'store' | 'seal'>

/** Finds the machine of a token. This does not verify the proof. */
export async function identifyMachine(context: IdentifyContext, call: Call): Promise<Machine> {
  const token = readBearerToken(call.authorization)
  const machine = token === undefined ? undefined : await context.cache.machines.find(token)
  if (machine === undefined) throw new Refusal('unauthenticated', 'this machine is not enrolled here')
  if (machine.isRevoked) throw await createRevokedError(context, machine)
  return machine
}

/** `<unix ms>.<base64url>` */
export function readProof(text = ''): Proof | undefined {
  const [, at, signature = ''] = /^(\d{1,16})\.([\w-]{86})$/.exec(text) ?? []
  return at === undefined ? undefined : { ms: Number(at), signature: Buffer.from(signature, 'base64url') }
}

/** Verifies on another thread, because this takes longer than everything else in a small request. */
const isSigned = (text: string, { key }: Machine, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) =>
    verify(null, Buffer.from(text), key, signature, (error, ok) => resolve(error === null && ok)),
  )

/** The error for a revoked machine. It is signed, so that the machine can trust it. */
type RevocationContext = Pick<Context, 'store' | 'seal' | 'now'>
/** Sign again after this time, because the team's keys may have changed. */
const signAgainMs = 10 * 60_000

async function createRevokedError(context: RevocationContext, machine: Machine): Promise<Refusal> {
  const age = context.now() - Number.parseInt(machine.revocation ?? '', 10)
  if (!(age < signAgainMs)) machine.revocation = (await signStatement(context, machine)) ?? machine.revocation
  const headers = { [revokedHeader]: machine.revocation ?? `${context.now()}.` }
  return new Refusal('forbidden', 'this machine was revoked, or has left the team', undefined, headers)
}

/** Returns undefined while the database is unavailable. The machine will ask again. */
async function signStatement(context: RevocationContext, { team, id }: Machine): Promise<string | undefined> {
  const at = context.now()
  try {
    const { timestamp } = await context.store.inTeam(team, (q) => onlineKeys(q, context, team))
    const key = createPrivateKey({ key: Buffer.from(timestamp.secret), format: 'der', type: 'pkcs8' })
    return `${at}.${sign(null, Buffer.from(revocationText(team, id, at)), key).toString('base64url')}`
  } catch (thrown) {
    if (context.store.isUnavailable(thrown)) return undefined
    throw thrown
  }
}
