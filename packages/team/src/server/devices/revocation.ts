/** The error for a revoked machine. It is signed, so that the machine can trust it. */
import { createPrivateKey, sign } from 'node:crypto'
import { revocationText, revokedHeader } from '../../wire/revocation.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { onlineKeys } from '../signing/keys.ts'
import type { Machine } from './machines.ts'

type RevocationContext = Pick<Context, 'store' | 'seal' | 'now'>
/** Sign again after this time, because the team's keys may have changed. */
const signAgainMs = 10 * 60_000

export async function createRevokedError(context: RevocationContext, machine: Machine): Promise<Refusal> {
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
