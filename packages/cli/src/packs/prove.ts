/** A pack's own canaries through the real engine, as the file now reads. */

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
  // What is switched off says nothing, and is not asked.
  if (given.enabled === false) return Promise.resolve([])
  const usual = Object.entries(pack.parameters).map(([key, { schema }]) => [key, schema.default])
  const canaries = pack.canaries({ ...Object.fromEntries(usual), ...given })
  return withPack(target, pack, setup, io, (hooks) => provedBy(canaries, target.root ?? io.cwd, hooks))
}

/** An engine with the hooks of that pack alone. */
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

export async function provedBy(
  canaries: readonly PackCanary[],
  root: string,
  hooks: Hooks,
): Promise<readonly Proved[]> {
  // What is loaded and compiled for the first of its kind is no part of what a decision takes.
  for (const canary of canaries) await fired(canary, root, hooks)
  const proved: Proved[] = []
  for (const canary of canaries) proved.push(await fired(canary, root, hooks))
  return proved
}

async function fired({ event, input, wants, says }: PackCanary, root: string, hooks: Hooks): Promise<Proved> {
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
  return verdict === wants ? { ...facts, state: 'proved' } : { ...facts, state: 'failed', why: `it said ${verdict}` }
}
