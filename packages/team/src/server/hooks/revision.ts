/** Signs the given hooks as the next revision, in the caller's transaction. */
import { isEventName } from '@hookline/core/protocol'
import { type BundledHook, bundleLimits } from '../../wire/bundle.ts'
import { hookKinds } from '../../wire/hook-kinds.ts'
import { createObservedFile, createSetFiles, selectHooks, systems } from '../../wire/hooks-file.ts'
import { findLoadProblem, type SystemName } from '../../wire/load-problem.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { nextVersions, writeRepository } from '../signing/repository.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { readActivePauses } from '../store/pauses.ts'
import { readActivePreview, readPreviewList } from '../store/previews.ts'
import { readRunningRollout } from '../store/rollouts.ts'
import { createTargets, type PreviewToSign, type Rollout, toBundledPause } from './bundle.ts'
import { readCandidateHooks, readListedHooks } from './read-candidate-hooks.ts'

export interface RevisionInfo {
  readonly author: string
  readonly note: string
}

/** The caller has locked the team. */
export async function signRevision(
  q: Query,
  context: Context,
  team: string,
  before: number,
  hooks: readonly HookWithVersion[],
  { author, note }: RevisionInfo,
): Promise<number> {
  const versions = await nextVersions(q, context, team, before)
  const revision = versions.targets
  const rollout = await readRollout(q)
  const known = [...hooks, ...(rollout?.hooks ?? [])]
  const pauses = (await readActivePauses(q, context.now())).filter(
    ({ hook_id }) => hook_id === 0 || known.some(({ hook }) => hook.id === hook_id),
  )
  const preview = await readPreview(q, context.now())
  const { list, candidate, observed, previewed, bundle, files } = createTargets(team, revision, hooks, {
    ...{ pauses: pauses.map(toBundledPause), rollout, preview },
  })
  checkSize(Math.max(list.length, candidate.length), bundle, rollout !== undefined)
  checkUsable(list)
  checkUsable(candidate)
  checkUsable(list, observed)
  checkUsable(previewed)
  await writeRepository(q, context, team, versions, files)
  await q.updateTable('teams').set({ revision }).execute()
  await q
    .insertInto('revisions')
    .values({ team_id: team, revision, published_at: context.now(), author, note, hooks: hooks.length, bundle })
    .execute()
  return revision
}

/** While a rollout is under way, the list has the stable hooks and the candidate. */
async function readRollout(q: Query): Promise<Rollout | undefined> {
  const row = await readRunningRollout(q)
  return row === undefined ? undefined : { row, hooks: await readCandidateHooks(q, row) }
}

async function readPreview(q: Query, now: number): Promise<PreviewToSign | undefined> {
  const row = await readActivePreview(q, now)
  return row === undefined ? undefined : { row, hooks: await readListedHooks(q, readPreviewList(row)) }
}

function checkSize(hooks: number, bundle: string, isRollout: boolean): void {
  if (hooks <= bundleLimits.hooks && Buffer.byteLength(bundle) <= bundleLimits.bytes) return
  throw new Refusal(
    'precondition',
    `a team can have at most ${bundleLimits.hooks} hooks, and their list at most ${bundleLimits.bytes / 2 ** 20} MB. ${isRollout ? 'During a rollout it has the hooks twice. Publish to all machines, or delete some hooks' : 'Delete some hooks'}`,
  )
}

/** Throws if machines of a system would refuse the whole revision and keep the previous one. */
function checkUsable(hooks: readonly BundledHook[], observed?: readonly BundledHook[]): void {
  for (const [name, system] of Object.entries(systems)) {
    const known = selectKnown(hooks, name)
    const problem =
      observed === undefined
        ? findSetProblem(known, system)
        : findObservedProblem(selectKnown(observed, name), known, system)
    if (problem !== undefined)
      throw new Refusal('precondition', `machines with ${name} cannot use these hooks: ${problem}`)
  }
}

const selectKnown = (hooks: readonly BundledHook[], name: string): readonly BundledHook[] =>
  selectHooks(hooks, name).filter(
    ({ kind = 'script', hook_step }) => !hookKinds[kind].hasEvent || isEventName(hook_step),
  )

function findSetProblem(hooks: readonly BundledHook[], system: SystemName): string | undefined {
  const set = createSetFiles(hooks, system)
  return typeof set === 'string' ? set : findLoadProblem(set.files, system)
}

function findObservedProblem(
  observed: readonly BundledHook[],
  hooks: readonly BundledHook[],
  system: SystemName,
): string | undefined {
  const file = createObservedFile(observed, hooks, system)
  return typeof file === 'string' ? file : findLoadProblem({ 'hookline.json': file.text }, system)
}
