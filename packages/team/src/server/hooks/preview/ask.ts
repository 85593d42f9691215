/** Asks machines what the packs and rules of the drafts would have decided over their own logs, and stops asking. */
import { isHookKind } from '../../../wire/hook-kinds.ts'
import { findPreviewProblem, isJudged, previewLimits } from '../../../wire/preview.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { nextVersions } from '../../signing/repository.ts'
import { recordEvent } from '../../store/audit-log.ts'
import { readRoots } from '../../store/files.ts'
import { type HookWithVersion, readCurrentHooks } from '../../store/hooks.ts'
import type { Query } from '../../store/index.ts'
import { deletePreviews, endPreviews } from '../../store/previews.ts'
import { lockTeam } from '../../store/teams.ts'
import { findErrors } from '../check.ts'
import { readHooksOnMachines } from '../read-hooks-on-machines.ts'
import { signRevision } from '../revision.ts'
import { isObserved, toCandidateHook } from '../rollout/observed.ts'
import { hashState } from '../state.ts'

export interface AskOptions {
  /** 0 for the default. */
  readonly days: number
  /** The state that the author saw. If empty, the current state. */
  readonly state: string
}

/** A team has one preview: the next one replaces it with its counts. */
export async function askPreview(q: Query, context: Context, actor: Actor, { days, state }: AskOptions): Promise<void> {
  const wanted = checkDays(days)
  const { revision: before } = await lockTeam(q)
  if ((await readRoots(q)).length === 0)
    throw new Refusal(
      'precondition',
      'this team has no root key yet. An owner creates it with: hookline team keygen <url>',
    )
  const drafts = await readCurrentHooks(q)
  if (state !== '' && state !== hashState(drafts.map(({ hook }) => hook)))
    throw new Refusal(
      'conflict',
      'the hooks have changed since you loaded them. Reload, check the changes, then ask again',
    )
  const stable = await readHooksOnMachines(q)
  const changed = drafts.filter((one) => one.hook.deleted_at === null && isObserved(toCandidateHook(one), stable))
  const judged = changed.filter(({ version }) => isHookKind(version.kind) && isJudged(version.kind))
  checkJudged(judged)
  const { targets: id } = await nextVersions(q, context, actor.team, before)
  await deletePreviews(q)
  const row = {
    ...{ team_id: actor.team, id, days: wanted, hooks: JSON.stringify(judged.map(toCandidateHook)) },
    ...{ left_out: changed.length - judged.length, author: actor.email, asked_at: context.now(), ended_at: 0 },
  }
  await q.insertInto('previews').values(row).execute()
  const note = `asked machines what the drafts would have denied in ${wanted === 1 ? 'one day' : `${wanted} days`}`
  await signRevision(q, context, actor.team, before, stable, { author: actor.email, note })
  const detail = { days: wanted, hooks: judged.map(toCandidateHook) }
  await recordEvent(q, actor.team, context.now(), {
    ...{ actor: actor.name, action: 'preview.asked', target: `${id}`, detail },
  })
}

function checkDays(days: number): number {
  const { leastDays, mostDays, defaultDays } = previewLimits
  if (days === 0) return defaultDays
  if (days >= leastDays && days <= mostDays) return days
  throw new Refusal('invalid', `days must be a number from ${leastDays} to ${mostDays}, got ${days}`)
}

function checkJudged(judged: readonly HookWithVersion[]): void {
  if (judged.length === 0)
    throw new Refusal(
      'precondition',
      'there is nothing to preview: no pack and no rule is new or changed. Hooks that run programs can only be observed: hookline team publish --observe',
    )
  const problem = findPreviewProblem(
    judged.map(({ version }) => ({ name: version.script_name, config: version.config })),
  )
  if (problem !== undefined)
    throw new Refusal('precondition', `this is too much for one preview: ${problem}. Machines would not judge it`)
  for (const { hook, version } of judged) {
    const [error] = findErrors(version)
    if (error !== undefined)
      throw new Refusal(
        'precondition',
        `hook ${hook.id} (${JSON.stringify(version.script_name)}) cannot be previewed: ${error.message}. Fix it or switch it off.`,
      )
  }
}

/** Signs a list without it, so that machines that come later are not asked. The counts stay. */
export async function endPreview(q: Query, context: Context, actor: Actor): Promise<void> {
  const { revision: before } = await lockTeam(q)
  if (!(await endPreviews(q, context.now()))) return
  const info = { author: actor.email, note: 'ended the preview' }
  await signRevision(q, context, actor.team, before, await readHooksOnMachines(q), info)
  await recordEvent(q, actor.team, context.now(), { actor: actor.name, action: 'preview.ended', target: '' })
}
