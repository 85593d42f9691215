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

export async function prove(context: Context, call: Call): Promise<Machine> {
  const token = tokenIn(call.authorization)
  const machine = token === undefined ? undefined : await context.live.machines.find(token)
  if (machine === undefined) throw new Refusal('unauthenticated', 'this machine is not enrolled here')
  if (machine.isRevoked) throw new Refusal('forbidden', 'this machine was revoked, or has left the team')
  const proof = readProof(call.proof, context.now())
  const text = proofText(call.method, call.target, proof.ms, call.bodyHash())
  const isRight =
    proof.ticket === undefined
      ? await isSigned(text, machine, proof.signature)
      : call.needs === 'ticket' &&
        context.live.tickets.isMade(machine.id, proof.ticket, text, proof.signature, context.now())
  if (!isRight) throw new Refusal('unauthenticated', 'the proof is not of this machine’s key, or not for this request')
  if (call.needs === 'new-signature') context.live.replays.refuse(machine.id, proof, context.now())
  return machine
}

/** `<unix ms>.<base64url>`, and `.<unix ms>` where a ticket made it. */
export function readProof(text: string | undefined, now: number): Proof {
  const [, at, signature, ticket] = /^(\d{1,15})\.([\w-]{43,86})(?:\.(\d{1,15}))?$/.exec(text ?? '') ?? []
  if (at === undefined || signature === undefined)
    throw new Refusal('unauthenticated', 'the header hookline-proof is missing, or is no proof')
  const ms = Number(at)
  if (Math.abs(now - ms) > windowMs)
    throw new Refusal('unauthenticated', `the proof's time is more than 5 minutes from this server's (${now})`)
  return {
    ms,
    signature: Buffer.from(signature, 'base64url'),
    ...(ticket === undefined ? {} : { ticket: Number(ticket) }),
  }
}

/** On another thread: it takes longer than everything else in a poll. */
const isSigned = (text: string, { key }: Machine, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) =>
    verify(null, Buffer.from(text), key, signature, (error, ok) => resolve(error === null && ok)),
  )
