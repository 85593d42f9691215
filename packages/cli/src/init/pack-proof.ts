/** The chosen packs, proved as the file now reads; then the most telling of it once more through each agent's own command. */
import type { PackCanary } from '@hookline/core/sdk'
import { packSetup, parametersIn } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import type { Io } from '../io.ts'
import { provedBy, withPack } from '../packs/prove.ts'
import type { Proof, Proved } from '../proof/prove.ts'
import { proveFormat } from './format-proof.ts'
import type { Stack } from './stack.ts'
import { type Suggestion, settled } from './suggestions.ts'

export interface PackProof {
  readonly proved: readonly Proved[]
  /** What is worth showing, and worth asking every agent. */
  readonly telling: readonly Proof[]
}

export async function provePacks(
  chosen: readonly Suggestion[],
  stack: Stack,
  own: Target & { readonly root: string },
  io: Io,
): Promise<PackProof> {
  const setup = await packSetup()
  const proved: Proved[] = []
  const telling: Proof[] = []
  for (const { pack } of chosen) {
    const parameters = settled({ pack, parameters: parametersIn(own, pack, setup, io) })
    const canaries = pack.canaries(parameters)
    const shown = tellingOf(canaries, telling.length === 0)
    await withPack(own, pack, setup, io, async (hooks) => {
      for (const one of await provedBy(canaries, own.root, hooks))
        proved.push({
          ...one,
          by: [pack.name],
          ...(shown.some(({ says }) => says === one.subject) ? {} : { more: true }),
        })
      if (pack.name === 'format-on-edit')
        for (const formatter of stack.formatters) proved.push(...(await proveFormat(formatter, own.root, hooks)))
    })
    telling.push(...shown.map(({ wants, says, event, input }) => ({ kind: wants, subject: says, event, input })))
  }
  return { proved: proved.map((one) => (one.kind === 'formats' ? { ...one, by: ['format-on-edit'] } : one)), telling }
}

/** A no of each; the first that says no shows a yes as well: one without the other shows nothing. */
function tellingOf(canaries: readonly PackCanary[], first: boolean): readonly PackCanary[] {
  const no = canaries.find(({ wants }) => wants === 'deny') ?? canaries.find(({ wants }) => wants === 'ask')
  const yes = first ? canaries.findLast(({ wants }) => wants === 'allow') : undefined
  return no === undefined ? [] : [no, ...(yes === undefined ? [] : [yes])]
}
