/** One more revision: the hooks as given become what machines have, signed, in the transaction of the caller. */
import { isEventName } from '@hookline/core/protocol'
import { type BundledHook, bundleLimits } from '../../wire/bundle.ts'
import { createHooksFile, selectHooks, systems } from '../../wire/hooks-file.ts'
import { findLoadProblem } from '../../wire/load-problem.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { nextVersions, writeRepository } from '../signing/repository.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { targetsOf } from './bundle.ts'

export interface Signer {
  readonly author: string
  readonly note: string
}

/** The team is locked already. */
export async function signRevision(
  q: Query,
  context: Context,
  team: string,
  before: number,
  hooks: readonly HookWithVersion[],
  { author, note }: Signer,
): Promise<number> {
  const versions = await nextVersions(q, context, team, before)
  const revision = versions.targets
  const { list, bundle, files } = targetsOf(team, revision, hooks)
  if (hooks.length > bundleLimits.hooks || Buffer.byteLength(bundle) > bundleLimits.bytes)
    throw new Refusal(
      'precondition',
      `machines take at most ${bundleLimits.hooks} hooks, and a list of ${bundleLimits.bytes / 2 ** 20} MB: delete some`,
    )
  refuseUnusable(list)
  await writeRepository(q, context, team, versions, files)
  await q.updateTable('teams').set({ revision }).execute()
  await q
    .insertInto('revisions')
    .values({ team_id: team, revision, published_at: context.now(), author, note, hooks: hooks.length, bundle })
    .execute()
  return revision
}

/** Machines would refuse the whole revision, and stay with the one before. */
function refuseUnusable(hooks: readonly BundledHook[]): void {
  for (const [name, system] of Object.entries(systems)) {
    const known = selectHooks(hooks, name).filter(({ hook_step }) => isEventName(hook_step))
    const file = createHooksFile(known, system)
    const why = typeof file === 'string' ? file : findLoadProblem(file.text, system)
    if (why !== undefined) throw new Refusal('precondition', `machines with ${name} could not use these hooks: ${why}`)
  }
}
