/** Repeats proofs through an agent's own command, with a payload and a reply in the agent's format. */

import { dirname } from 'node:path'
import { commandLine, type Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { type CallOptions, call, inScratchState, outcomeOf, payloadFor } from '../connect/call.ts'
import { connectionsOf, dialectOf, firedBy } from '../connect/connections.ts'
import type { Connection } from '../connect/settings.ts'
import type { Io } from '../io.ts'
import type { Proof, Proved } from '../proof/prove.ts'
import { oneLine } from '../text/plain.ts'
import { readTrust } from '../trust/read-trust.ts'

/** How a report names a proof that ran the command of an agent. */
export const throughText = ({ title }: Pick<Agent, 'title'>): string => `through ${title}'s own command`

export async function proveAgent(
  { agent, root, file }: Connection,
  proofs: readonly Proof[],
  entries: readonly Entry[],
  io: Io,
): Promise<readonly Proved[]> {
  const dialect = dialectOf(agent)
  if (dialect === undefined) return []
  const { store } = await readTrust(root)
  // An event that several files of the agent send is answered once: the person's own entry answers.
  const all = connectionsOf(agent, entries)
  const calls = [...all.filter(({ origin }) => origin.file === file), ...all]
  return inScratchState(dirname(store.file), io.env, async (env) => {
    const options: CallOptions = { root, edition: 'hookline', env, signal: io.signal }
    const proved: Proved[] = []
    for (const proof of proofs) {
      if (proof.kind !== 'deny' && proof.kind !== 'allow') continue
      const theirs = firedBy(agent, proof.event)
      const entry = calls.find(({ event }) => firedBy(agent, event).some((one) => theirs.includes(one)))
      const command = entry === undefined ? undefined : commandLine(entry)
      if (entry === undefined || command === undefined) continue
      // The inputs of proofs are JSON objects.
      const payload = payloadFor(dialect, proof.event, proof.input(root) as JsonObject, options)
      const result = await call(command, root, payload, options)
      const facts = {
        kind: proof.kind,
        subject: proof.subject,
        by: [],
        through: throughText(agent),
      }
      const isProved = outcomeOf(dialect, result) === (proof.kind === 'deny' ? 'denies' : 'goes on')
      const why = `${result.end}: ${oneLine(result.stderr) || JSON.stringify(result.reply ?? null)}`
      proved.push({
        ...facts,
        durationMs: result.durationMs,
        ...(isProved ? { state: 'proved' } : { state: 'failed', why }),
      })
    }
    return proved
  })
}
