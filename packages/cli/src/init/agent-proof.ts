/** The same proofs once more through an agent's own command: its payload in, its words out. */

import { dirname } from 'node:path'
import { commandLine, type Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { call, inScratchState, type Place, payloadFor, saysNo } from '../connect/call.ts'
import { connectionsOf, dialectOf, firedBy } from '../connect/connections.ts'
import type { Connecting } from '../connect/settings.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { Proof, Proved } from '../proof/prove.ts'
import { lookAt } from '../trust/look-at.ts'

export async function proveAgent(
  { agent, root }: Connecting,
  proofs: readonly Proof[],
  entries: readonly Entry[],
  io: Io,
): Promise<readonly Proved[]> {
  const dialect = dialectOf(agent)
  if (dialect === undefined) return []
  const { store } = await lookAt(root)
  return inScratchState(dirname(store.file), io.env, async (env) => {
    const place: Place = { root, edition: 'hookline', env, signal: io.signal }
    const proved: Proved[] = []
    for (const proof of proofs) {
      if (proof.kind !== 'deny' && proof.kind !== 'allow') continue
      const theirs = firedBy(agent, proof.event)
      const entry = connectionsOf(agent, entries).find(({ event }) =>
        firedBy(agent, event).some((one) => theirs.includes(one)),
      )
      const command = entry === undefined ? undefined : commandLine(entry)
      if (entry === undefined || command === undefined) continue
      const payload = payloadFor(dialect, proof.event, proof.input(root) as JsonObject, place)
      const answered = await call(command, root, payload, place)
      const facts = {
        kind: proof.kind,
        subject: proof.subject,
        by: [],
        through: `through ${agent.title}'s own command`,
      }
      const fine =
        answered.code === 0 &&
        answered.reply !== undefined &&
        saysNo(dialect, answered.reply) === (proof.kind === 'deny')
      const why = `${answered.end}: ${oneLine(answered.stderr) || JSON.stringify(answered.reply ?? null)}`
      proved.push({
        ...facts,
        durationMs: answered.durationMs,
        ...(fine ? { state: 'proved' } : { state: 'failed', why }),
      })
    }
    return proved
  })
}
