/**
 * Who calls: the token says which machine, the proof that its key is there too. A proof is the time and an Ed25519
 * signature over method, path, time and the body's hash. For a poll a ticket will do (see tickets.ts).
 */
import { verify } from 'node:crypto'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Machine } from './machines.ts'
import { revoked } from './revocation.ts'
import { isTicket } from './tickets.ts'

export interface Call {
  readonly authorization: string | undefined
  readonly proof: string | undefined
  readonly method: string
  /** With the query, as it came. */
  readonly target: string
  /** SHA-256 of the body's bytes as they came, in hexadecimal. */
  bodyHash(): string
  /** A poll changes nothing: a ticket is enough. */
  readonly needs: 'ticket' | 'signature'
}

export interface Proof {
  readonly ms: number
  readonly signature: Buffer
}

export const windowMs = 5 * 60_000

export const proofText = (method: string, target: string, ms: number, bodyHash: string): string =>
  `${method}\n${target}\n${ms}\n${bodyHash}`

export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1]

export async function prove(context: Context, call: Call): Promise<Machine> {
  const machine = await callerOf(context, call)
  if (isTicket(call.authorization)) return machine
  const proof = readProof(call.proof)
  if (proof === undefined) throw new Refusal('unauthenticated', 'the header hookline-proof is missing, or is no proof')
  if (Math.abs(context.now() - proof.ms) > windowMs)
    throw new Refusal('unauthenticated', `the proof's time is more than 5 minutes from this server's`)
  const text = proofText(call.method, call.target, proof.ms, call.bodyHash())
  if (!(await isSigned(text, machine, proof.signature)))
    throw new Refusal('unauthenticated', 'the proof is not of this machine’s key, or not for this request')
  return machine
}

type Caller = Pick<Context, 'live' | 'now' | 'store' | 'seal'>

/** Whom the token or ticket is of. It proves nothing yet. */
export async function callerOf(context: Caller, call: Call): Promise<Machine> {
  const machine = await holderOf(context, call)
  if (machine.isRevoked) throw await revoked(context, machine)
  return machine
}

async function holderOf({ live, now }: Caller, { authorization, needs }: Call) {
  if (isTicket(authorization)) {
    const holder = needs === 'ticket' ? live.tickets.holder(authorization, now()) : undefined
    if (holder !== undefined) return holder
    throw new Refusal('unauthenticated', 'this ticket is not good here, or not any more: sign the request')
  }
  const token = tokenIn(authorization)
  const machine = token === undefined ? undefined : await live.machines.find(token)
  if (machine === undefined) throw new Refusal('unauthenticated', 'this machine is not enrolled here')
  return machine
}

/** `<unix ms>.<base64url>` */
export function readProof(text = ''): Proof | undefined {
  const [, at, made = ''] = /^(\d{1,16})\.([\w-]{86})$/.exec(text) ?? []
  return at === undefined ? undefined : { ms: Number(at), signature: Buffer.from(made, 'base64url') }
}

/** On another thread: it takes longer than everything else in a poll. */
const isSigned = (text: string, { key }: Machine, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) =>
    verify(null, Buffer.from(text), key, signature, (error, ok) => resolve(error === null && ok)),
  )
