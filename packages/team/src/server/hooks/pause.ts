/** Pauses hooks on every machine, and resumes them. Both sign a new revision with the same hooks, so that no older pause can come back. */
import { pauseLimits } from '@hookline/core/team'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { endPauses, type PauseRow, readActivePauses } from '../store/pauses.ts'
import { lockTeam } from '../store/teams.ts'
import { readRunningCandidate } from './read-candidate-hooks.ts'
import { readHooksOnMachines } from './read-hooks-on-machines.ts'
import { signRevision } from './revision.ts'

export interface PauseOptions {
  /** 0 for all hooks. */
  readonly hookId: number
  readonly minutes: number
  readonly reason: string
}

/** A pause of the same hooks replaces the one before it. */
export async function pauseHooks(q: Query, context: Context, actor: Actor, options: PauseOptions) {
  const { hookId, minutes, reason } = checkOptions(options)
  const { revision: before } = await lockTeam(q)
  const hooks = await readHooksOnMachines(q)
  if (before === 0) throw new Refusal('precondition', 'nothing is published yet, so there is nothing to pause')
  const hook = hookId === 0 ? undefined : findPausable([...hooks, ...(await readRunningCandidate(q))], hookId)
  const now = context.now()
  const active = await readActivePauses(q, now)
  const replaced = active.filter(({ hook_id }) => hook_id === hookId).map(({ id }) => id)
  if (active.length - replaced.length >= pauseLimits.count)
    throw new Refusal(
      'precondition',
      `a team can have at most ${pauseLimits.count} pauses. Resume some, or pause all hooks`,
    )
  if (replaced.length > 0) await endPauses(q, now, actor.email, replaced)
  const pause = await insertPause(q, actor, { hookId, reason, from: now, until: now + minutes * 60_000 })
  const target = hook === undefined ? 'all hooks' : `hook ${hookId} (${hook.version.script_name})`
  const until = new Date(pause.until_at).toISOString()
  const note = `paused ${target} until ${until}: ${reason}`
  const revision = await signRevision(q, context, actor.team, before, hooks, { author: actor.email, note })
  const detail = { until, reason, revision }
  await recordEvent(q, actor.team, now, { actor: actor.name, action: 'paused', target, detail })
  return { pause, revision }
}

function checkOptions({ hookId, minutes, reason }: PauseOptions): PauseOptions {
  const most = pauseLimits.longestMs / 60_000
  if (minutes < 1 || minutes > most)
    throw new Refusal('invalid', `minutes must be from 1 to ${most} (7 days), got ${minutes}`)
  const text = reason.trim()
  if (text === '') throw new Refusal('invalid', 'a pause needs a reason: people see it at every hook that does not run')
  if (text.length > pauseLimits.reasonLength)
    throw new Refusal('invalid', `the reason has more than ${pauseLimits.reasonLength} characters`)
  if (/\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u.test(text))
    throw new Refusal('invalid', 'the reason contains control characters or invisible ones. Write it on one line')
  return { hookId, minutes, reason: text }
}

function findPausable(hooks: readonly HookWithVersion[], id: number): HookWithVersion {
  const found = hooks.find(({ hook }) => hook.id === id)
  if (found === undefined) throw notFound()
  if (found.version.kind === 'settings')
    throw new Refusal('precondition', 'settings cannot be paused, only hooks. Roll back to an older revision instead')
  return found
}

interface NewPause {
  readonly hookId: number
  readonly reason: string
  readonly from: number
  readonly until: number
}

/** The caller has locked the team. */
async function insertPause(
  q: Query,
  { team, email }: Actor,
  { hookId, reason, from, until }: NewPause,
): Promise<PauseRow> {
  const { last } = await q
    .selectFrom('pauses')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const row: PauseRow = {
    ...{ team_id: team, id: (last ?? 0) + 1, hook_id: hookId, from_at: from, until_at: until, reason, author: email },
    ...{ ended_at: null, ended_by: '' },
  }
  await q.insertInto('pauses').values(row).execute()
  return row
}

/** Ends one pause, or all with id 0. */
export async function resumeHooks(q: Query, context: Context, actor: Actor, pauseId: number) {
  const { revision: before } = await lockTeam(q)
  const now = context.now()
  const active = await readActivePauses(q, now)
  const chosen = pauseId === 0 ? active : active.filter(({ id }) => id === pauseId)
  if (chosen.length === 0) {
    if (pauseId === 0) return { ended: 0, revision: before }
    throw notFound()
  }
  const ids = chosen.map(({ id }) => id)
  await endPauses(q, now, actor.email, ids)
  const note = `resumed ${describeTargets(chosen)}`
  const hooks = await readHooksOnMachines(q)
  const revision = await signRevision(q, context, actor.team, before, hooks, { author: actor.email, note })
  const detail = { revision, reasons: chosen.map(({ reason }) => reason) }
  const target = describeTargets(chosen)
  await recordEvent(q, actor.team, now, { actor: actor.name, action: 'resumed', target, detail })
  return { ended: ids.length, revision }
}

const describeTargets = (pauses: readonly PauseRow[]): string =>
  pauses.some(({ hook_id }) => hook_id === 0) ? 'all hooks' : `hook ${pauses.map(({ hook_id }) => hook_id).join(', ')}`
