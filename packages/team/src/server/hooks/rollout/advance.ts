/**
 * Rolls a revision out in stages: to the canary machines, to a percentage, to all. Each step signs a revision, so machines
 * follow only what the team signed. Until the last step the stable hooks are the published ones, and a stop signs them alone.
 */
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { recordEvent } from '../../store/audit-log.ts'
import type { Query } from '../../store/index.ts'
import {
  endRollout,
  type RolloutRow,
  readCanaries,
  readCandidateList,
  readPercentages,
  readRunningRollout,
} from '../../store/rollouts.ts'
import { lockTeam } from '../../store/teams.ts'
import { readCandidateHooks } from '../read-candidate-hooks.ts'
import { readHooksOnMachines } from '../read-hooks-on-machines.ts'
import { signRevision } from '../revision.ts'
import { checkPercent, describeStage } from './ring.ts'

type NextStage = { readonly stage: 'canary' | 'percent'; readonly percent: number }

/** The stage after this one, or undefined for all machines. */
export function findNextStage(row: RolloutRow): NextStage | undefined {
  if (row.stage === 'observe' && readCanaries(row).length > 0) return { stage: 'canary', percent: 0 }
  const next = readPercentages(row).find((percent) => percent > row.percent)
  return next === undefined ? undefined : { stage: 'percent', percent: next }
}

export interface AdvanceOptions {
  /** The rollout as the person saw it. 0 for whatever is under way. */
  readonly candidate: number
  /** The begin of the stage as the person saw it. Empty for whatever stage it has reached. */
  readonly stageSince: string
  /** 0 for the next stage. */
  readonly percent: number
  readonly isToAll: boolean
}

export interface RolloutStep {
  readonly candidate: number
  readonly revision: number
}

export async function advanceRollout(
  q: Query,
  context: Context,
  actor: Actor,
  { candidate, stageSince, percent: wanted, isToAll }: AdvanceOptions,
): Promise<RolloutStep> {
  const { revision: before } = await lockTeam(q)
  const row = await readExpected(q, candidate)
  // Two people, or a person and the server, would otherwise leave a stage out.
  if (stageSince !== '' && stageSince !== new Date(row.stage_since).toISOString())
    throw new Refusal('conflict', `the rollout has reached another stage meanwhile: ${describeStage(row)}. Reload`)
  const next: NextStage | undefined =
    isToAll || wanted === 0 ? findNextStage(row) : { stage: 'percent', percent: checkPercent(wanted) }
  if (isToAll || next === undefined) return finish(q, context, actor, before, row)
  if (next.stage === 'percent' && next.percent <= row.percent)
    throw new Refusal(
      'precondition',
      `the rollout is at ${row.percent} %, and a rollout only grows. To take it back, stop it: hookline team rollout stop`,
    )
  const stage = { ...next, stage_since: context.now() }
  await q.updateTable('rollouts').set(stage).where('candidate', '=', row.candidate).execute()
  const note = `rollout of revision ${row.candidate} to ${describeStage(stage)}`
  const revision = await signStable(q, context, actor, before, note)
  await record(q, context, actor, row, 'rollout.advanced', { ...next, revision })
  return { candidate: row.candidate, revision }
}

/** The candidate becomes what all machines have. */
async function finish(q: Query, context: Context, actor: Actor, before: number, row: RolloutRow): Promise<RolloutStep> {
  const hooks = await readCandidateHooks(q, row)
  await endRollout(q, context.now(), { state: 'finished', by: actor.email, reason: '' })
  const published = new Map(readCandidateList(row).map((hook) => [hook.id, hook]))
  for (const { id } of await q.selectFrom('hooks').select('id').execute()) {
    const hook = published.get(id)
    const set = { published_version: hook?.version ?? 0, published_active: hook?.active === true ? 1 : 0 } as const
    await q.updateTable('hooks').set(set).where('id', '=', id).execute()
  }
  const note = row.note === '' ? `rollout of revision ${row.candidate} to all machines` : row.note
  const revision = await signRevision(q, context, row.team_id, before, hooks, { author: actor.email, note })
  await record(q, context, actor, row, 'rollout.finished', { revision })
  return { candidate: row.candidate, revision }
}

/** Signs the stable hooks alone. The drafts stay as they are, so that they can be fixed. */
export async function stopRollout(
  q: Query,
  context: Context,
  actor: Actor,
  { candidate, reason }: { readonly candidate: number; readonly reason: string },
): Promise<RolloutStep> {
  const { revision: before } = await lockTeam(q)
  const row = await readExpected(q, candidate)
  await endRollout(q, context.now(), { state: 'stopped', by: actor.email, reason })
  const note = `stopped the rollout of revision ${row.candidate}: ${reason}`
  const revision = await signStable(q, context, actor, before, note)
  await record(q, context, actor, row, 'rollout.stopped', { reason, revision })
  return { candidate: row.candidate, revision }
}

async function readExpected(q: Query, candidate: number): Promise<RolloutRow> {
  const row = await readRunningRollout(q)
  if (row === undefined) throw new Refusal('precondition', 'no rollout is under way')
  if (candidate !== 0 && candidate !== row.candidate)
    throw new Refusal('conflict', `revision ${row.candidate} is being rolled out now, not ${candidate}. Reload`)
  return row
}

const record = (q: Query, context: Context, actor: Actor, row: RolloutRow, action: string, detail: object) =>
  recordEvent(q, actor.team, context.now(), {
    ...{ actor: actor.name, action, target: `${row.candidate}`, detail: { ...detail } },
  })

/** With the rollout, if one is still running. */
const signStable = async (q: Query, context: Context, { team, email }: Actor, before: number, note: string) =>
  signRevision(q, context, team, before, await readHooksOnMachines(q), { author: email, note })
