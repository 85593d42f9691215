/** The refusal of a machine that was revoked: signed, so that the machine may believe it. */
import { createPrivateKey, sign } from 'node:crypto'
import { revocationText, revokedHeader } from '../../wire/revocation.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { onlineKeys } from '../signing/keys.ts'
import type { Machine } from './machines.ts'

type Rim = Pick<Context, 'store' | 'seal' | 'now'>
/** The team's keys may be changed: then it is signed with the new one. */
const signAgainMs = 10 * 60_000

export async function revoked(context: Rim, machine: Machine): Promise<Refusal> {
  const age = context.now() - Number.parseInt(machine.revocation ?? '', 10)
  if (!(age < signAgainMs)) machine.revocation = (await statement(context, machine)) ?? machine.revocation
  const headers = { [revokedHeader]: machine.revocation ?? `${context.now()}.` }
  return new Refusal('forbidden', 'this machine was revoked, or has left the team', undefined, headers)
}

/** Undefined while the database is away: the machine asks again. */
async function statement(context: Rim, { team, id }: Machine): Promise<string | undefined> {
  const at = context.now()
  try {
    const { timestamp } = await context.store.inTeam(team, (q) => onlineKeys(q, context, team))
    const key = createPrivateKey({ key: Buffer.from(timestamp.secret), format: 'der', type: 'pkcs8' })
    return `${at}.${sign(null, Buffer.from(revocationText(team, id, at)), key).toString('base64url')}`
  } catch (thrown) {
    if (context.store.isAway(thrown)) return undefined
    throw thrown
  }
}
