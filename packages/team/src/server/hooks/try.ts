/** A trial run of a draft. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Draft } from './check.ts'

export async function tryHook({ allowsTrial }: Context, _draft: Draft, _input: string): Promise<{ error: string }> {
  if (!allowsTrial) throw new Refusal('precondition', 'trial runs are switched off on this server')
  return { error: 'this server cannot run a script contained' }
}
