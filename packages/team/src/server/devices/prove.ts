/**
 * Who calls: the token says which machine, the proof that its key is there too. A proof is the time and an Ed25519
 * signature over method, path, time and the body's hash, or, for polls, a code made with a ticket (see ticket.ts).
 */
import { verify } from 'node:crypto'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Machine } from './machines.ts'

export interface Call {
  readonly authorization: string | undefined
  readonly proof: string | undefined
  readonly method: string
  /** With the query, as it came. */
  readonly target: string
  /** SHA-256 of the body's bytes as they came, in hexadecimal. */
  bodyHash(): string
  /** A poll changes nothing: a ticket is enough. What does harm when it is seen twice needs a signature never seen. */
  readonly needs: 'ticket' | 'signature' | 'new-signature'
}

export interface Proof {
  readonly ms: number
  readonly signature: Buffer
  /** When the ticket ends, where it was made with one. */
  readonly ticket?: number
}

export const windowMs = 5 * 60_000

export const proofText = (method: string, target: string, ms: number, bodyHash: string): string =>
  `${method}\n${target}\n${ms}\n${bodyHash}`

export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1]

/** All from memory, at once, where it can be; undefined: see `prove`, which also says what is wrong. */
export function proveByTicket(context: Context, call: Call): Machine | undefined {
  const token = tokenIn(call.authorization)
  const machine = token === undefined ? undefined : context.live.machines.known(token)
  if (machine === undefined || machine.isRevoked || call.needs !== 'ticket') return undefined
  const now = context.now()
  const proof = readProof(call.proof)
  if (proof?.ticket === undefined || Math.abs(now - proof.ms) > windowMs) return undefined
  const text = proofText(call.method, call.target, proof.ms, call.bodyHash())
  return context.live.tickets.isMade(machine.id, proof.ticket, text, proof.signature, now) ? machine : undefined
}

export async function prove(context: Context, call: Call): Promise<Machine> {
  const token = tokenIn(call.authorization)
  const machine = token === undefined ? undefined : await context.live.machines.find(token)
  if (machine === undefined) throw new Refusal('unauthenticated', 'this machine is not enrolled here')
  if (machine.isRevoked) throw new Refusal('forbidden', 'this machine was revoked, or has left the team')
  const proof = readProof(call.proof)
  if (proof === undefined) throw new Refusal('unauthenticated', 'the header hookline-proof is missing, or is no proof')
  if (Math.abs(context.now() - proof.ms) > windowMs)
    throw new Refusal('unauthenticated', `the proof's time is more than 5 minutes from this server's`)
  const text = proofText(call.method, call.target, proof.ms, call.bodyHash())
  const isRight =
    proof.ticket === undefined
      ? await isSigned(text, machine, proof.signature)
      : proveByTicket(context, call) !== undefined
  if (!isRight) throw new Refusal('unauthenticated', 'the proof is not of this machine’s key, or not for this request')
  if (call.needs === 'new-signature') context.live.replays.refuse(machine.id, proof, context.now())
  return machine
}

/** `<unix ms>.<base64url>`, and `.<unix ms>` where a ticket made it. */
export function readProof(text = ''): Proof | undefined {
  // Without an expression: it is the dearest part of a poll otherwise.
  const [at = '', made = '', ends, more] = text.length > 200 ? [] : text.split('.')
  const ms = timeIn(at)
  const ticket = ends === undefined ? undefined : timeIn(ends)
  const signature = Buffer.from(made, 'base64url')
  if (ms === undefined || more !== undefined || signature.length !== (ends === undefined ? 64 : 32)) return undefined
  if (ends === undefined) return { ms, signature }
  return ticket === undefined ? undefined : { ms, signature, ticket }
}

function timeIn(text: string): number | undefined {
  const ms = Number(text)
  return Number.isSafeInteger(ms) && String(ms) === text ? ms : undefined
}

/** On another thread: it takes longer than everything else in a poll. */
const isSigned = (text: string, { key }: Machine, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) =>
    verify(null, Buffer.from(text), key, signature, (error, ok) => resolve(error === null && ok)),
  )
