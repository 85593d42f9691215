/** Proves a pack: sends its canaries through the real engine, with the parameters in the file. */

import { createHooks, type Hooks, type SourceSetup } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack, PackCanary } from '@hookline/core/sdk'
import { packSource } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import type { Io } from '../io.ts'
import type { Proved } from '../proof/prove.ts'

export function provePack(
  target: Target,
  pack: Pack,
  given: JsonObject,
  setup: SourceSetup,
  io: Io,
): Promise<readonly Proved[]> {
  // A pack that is off has no opinion, so there is nothing to prove.
  if (given.enabled === false) return Promise.resolve([])
  const defaults = Object.entries(pack.parameters).map(([key, { schema }]) => [key, schema.default])
  const canaries = pack.canaries({ ...Object.fromEntries(defaults), ...given })
  return withPack(target, pack, setup, io, (hooks) => fireCanaries(canaries, target.root ?? io.cwd, hooks))
}

/** Runs `act` with an engine that has only the hooks of this pack. */
export async function withPack<T>(
  target: Target,
  pack: Pack,
  setup: SourceSetup,
  io: Io,
  act: (hooks: Hooks) => Promise<T>,
): Promise<T> {
  const hooks = await createHooks({
    workspaceRoots: [target.root ?? io.cwd],
    sources: { only: [packSource(target, pack.name, setup)] },
    trust: () => true,
    onAsk: 'host',
    watch: false,
    env: io.env,
  })
  try {
    return await act(hooks)
  } finally {
    await hooks.close()
  }
}

export async function fireCanaries(
  canaries: readonly PackCanary[],
  root: string,
  hooks: Hooks,
): Promise<readonly Proved[]> {
  // A first round loads and compiles everything, so that the second one measures only the decision.
  for (const canary of canaries) await fireCanary(canary, root, hooks)
  const proved: Proved[] = []
  for (const canary of canaries) proved.push(await fireCanary(canary, root, hooks))
  return proved
}

async function fireCanary({ event, input, wants, says }: PackCanary, root: string, hooks: Hooks): Promise<Proved> {
  const began = performance.now()
  const { verdict, runs } = await hooks.untyped.fire(event, input(root))
  const facts = {
    kind: wants,
    subject: says,
    by: runs.flatMap(({ entry, outcome }) => (outcome.kind === 'silent' ? [] : [entry.name ?? entry.label])),
    durationMs: performance.now() - began,
    ...(wants !== 'allow' && runs.some(({ entry }) => entry.monitor) ? { monitor: true } : {}),
  }
  const failure = runs.find(({ outcome }) => outcome.kind === 'failed')?.outcome
  if (failure?.kind === 'failed') return { ...facts, state: 'failed', why: failure.message }
  return verdict === wants
    ? { ...facts, state: 'proved' }
    : { ...facts, state: 'failed', why: `expected ${wants}, got ${verdict}` }
}
