/** Starts a rollout. The stable hooks stay the published ones until it is finished. */
import { randomBytes } from 'node:crypto'
import { rolloutLimits } from '../../../wire/rollout.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { nextVersions } from '../../signing/repository.ts'
import { recordEvent } from '../../store/audit-log.ts'
import type { HookWithVersion } from '../../store/hooks.ts'
import type { Query } from '../../store/index.ts'
import { type RolloutRow, readRolloutSettings } from '../../store/rollouts.ts'
import { readHooksOnMachines } from '../read-hooks-on-machines.ts'
import { signRevision } from '../revision.ts'
import { isObserved, toCandidateHook } from './observed.ts'
import { describeStart, type Ring } from './ring.ts'

interface NewRollout {
  readonly ring: Exclude<Ring, { kind: 'all' }>
  readonly note: string
}

/** The caller has locked the team, and no rollout is under way. Returns the revision. */
export async function startRollout(
  q: Query,
  context: Context,
  actor: Actor,
  before: number,
  hooks: readonly HookWithVersion[],
  { ring, note }: NewRollout,
): Promise<number> {
  const now = context.now()
  if (ring.kind === 'observe') checkObservable(hooks, await readHooksOnMachines(q))
  const { targets: candidate } = await nextVersions(q, context, actor.team, before)
  const list = hooks.map(toCandidateHook)
  const row: RolloutRow = {
    ...{ team_id: actor.team, candidate, state: 'running', stage: ring.kind },
    percent: ring.kind === 'percent' ? ring.percent : 0,
    salt: randomBytes(16).toString('hex'),
    canaries: JSON.stringify(await readCanaryDevices(q, ring.kind === 'canary')),
    refusing: JSON.stringify(await readRefusingDevices(q)),
    hooks: JSON.stringify(list),
    ...(await readRolloutSettings(q)),
    ...{ author: actor.email, note, started_at: now, stage_since: now, ended_at: 0, ended_by: '', reason: '' },
  }
  await q.insertInto('rollouts').values(row).execute()
  const signed = {
    author: actor.email,
    note: `${describeStart(row)}${note === '' ? '' : `: ${note}`}`,
  }
  const revision = await signRevision(q, context, actor.team, before, await readHooksOnMachines(q), signed)
  const detail = { note, stage: row.stage, percent: row.percent, hooks: list }
  await recordEvent(q, actor.team, now, {
    ...{ actor: actor.name, action: 'rollout.started', target: `${candidate}`, detail },
  })
  return revision
}

/** Settings count for all hooks of the team at once, so there is no way to have old ones enforced and new ones observed. */
function checkObservable(candidate: readonly HookWithVersion[], stable: readonly HookWithVersion[]): void {
  const observed = candidate.filter((hook) => isObserved(toCandidateHook(hook), stable))
  if (observed.some(({ version }) => version.kind === 'settings'))
    throw new Refusal(
      'precondition',
      'settings cannot only be observed: they count for all hooks of the team at once. Publish the settings first without observing, then the hooks',
    )
  if (observed.length === 0)
    throw new Refusal(
      'precondition',
      'there is nothing to observe: the changes only remove hooks or switch them off, and those stay enforced while something is observed',
    )
}

async function readCanaryDevices(q: Query, isRequired: boolean): Promise<readonly string[]> {
  const rows = await q
    .selectFrom('devices')
    .select('id')
    .where('is_canary', '=', 1)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .limit(rolloutLimits.canaries)
    .execute()
  if (isRequired && rows.length === 0)
    throw new Refusal(
      'precondition',
      'no machine is a canary. Choose one with `hookline team devices <machine> --canary` or on its page in the dashboard, then publish again',
    )
  return rows.map(({ id }) => id)
}

const readRefusingDevices = async (q: Query): Promise<readonly string[]> =>
  (await q.selectFrom('devices').select('id').where('refused', '<>', '').limit(10_000).execute()).map(({ id }) => id)
