/** Proves the chosen packs with the parameters in the file, and selects the proofs to repeat through each agent's own command. */
import type { PackCanary } from '@hookline/core/sdk'
import { packSetup, parametersIn } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import type { Io } from '../io.ts'
import { fireCanaries, withPack } from '../packs/prove.ts'
import type { Proof, Proved } from '../proof/prove.ts'
import { proveFormat } from './format-proof.ts'
import type { Stack } from './stack.ts'
import { allParameters, type Suggestion } from './suggestions.ts'

export interface PackProof {
  readonly proved: readonly Proved[]
  /** The proofs to show, and to repeat for every agent. */
  readonly highlights: readonly Proof[]
}

export async function provePacks(
  chosen: readonly Suggestion[],
  stack: Stack,
  own: Target & { readonly root: string },
  io: Io,
): Promise<PackProof> {
  const setup = await packSetup()
  const proved: Proved[] = []
  const highlights: Proof[] = []
  for (const { pack } of chosen) {
    const parameters = allParameters({ pack, parameters: parametersIn(own, pack, setup, io) })
    const canaries = pack.canaries(parameters)
    const shown = chooseHighlights(canaries, highlights.length === 0)
    await withPack(own, pack, setup, io, async (hooks) => {
      for (const one of await fireCanaries(canaries, own.root, hooks))
        proved.push({
          ...one,
          by: [pack.name],
          ...(shown.some(({ says }) => says === one.subject) ? {} : { more: true }),
        })
      if (pack.name === 'format-on-edit')
        for (const formatter of stack.formatters) proved.push(...(await proveFormat(formatter, own.root, hooks)))
    })
    highlights.push(...shown.map(({ wants, says, event, input }) => ({ kind: wants, subject: says, event, input })))
  }
  return {
    proved: proved.map((one) => (one.kind === 'formats' ? { ...one, by: ['format-on-edit'] } : one)),
    highlights,
  }
}

/** One deny of each pack, and one allow of the first pack that denies, because a deny alone could come from a hook that always denies. */
function chooseHighlights(canaries: readonly PackCanary[], first: boolean): readonly PackCanary[] {
  const denied = canaries.find(({ wants }) => wants === 'deny') ?? canaries.find(({ wants }) => wants === 'ask')
  const allowed = first ? canaries.findLast(({ wants }) => wants === 'allow') : undefined
  return denied === undefined ? [] : [denied, ...(allowed === undefined ? [] : [allowed])]
}
