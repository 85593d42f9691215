/**
 * Looks after every rollout that is under way: stops one whose candidate does worse than the stable hooks, and begins the next
 * stage when its time has come. Every replica does this, and the lock of the team lets one of them act.
 */
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { openAlarm } from '../coverage/update-alarms.ts'
import { forEachTeam } from '../each-team.ts'
import { advanceRollout, stopRollout } from '../hooks/rollout/advance.ts'
import { readCurrentHooks } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { type RolloutRow, readRunningRollout } from '../store/rollouts.ts'
import { lockTeam } from '../store/teams.ts'
import { readCandidateCounts, readMachineExtremes, readStableCounts } from './counts.ts'
import { describeRegression, findRegression, isRefusedTooOften } from './judge.ts'
import { dueAt, findMissing, isAutomatic, readProgress } from './progress.ts'

/** A rollout begins with a signature. So as long as none is under way, the database is read again only after one. */
export function createSupervisor(context: Context): () => Promise<void> {
  let quietSince: number | undefined
  return async () => {
    const changes = context.cache.countChanges()
    if (changes === quietSince) return
    quietSince = (await superviseRollouts(context)) === 0 ? changes : undefined
  }
}

/** Returns how many were under way. */
export async function superviseRollouts(context: Context): Promise<number> {
  const running = await context.store.acrossTeams((q) =>
    q.selectFrom('rollouts').select('team_id').where('state', '=', 'running').execute(),
  )
  const teams = running.map(({ team_id }) => team_id)
  await forEachTeam(context, teams, async (team) => {
    const isActing = await context.store.inTeam(team, async (q) => (await decide(q, context)) !== undefined)
    if (!isActing) return
    await context.store.inTeam(team, (q) => act(q, context, team))
    await context.cache.refresh(team)
  })
  return teams.length
}

type Action = { readonly kind: 'advance' } | { readonly kind: 'stop'; readonly reason: string }

/** Undefined: nothing is to be done. Reads without a lock, because most of the time nothing is. */
async function decide(q: Query, context: Context): Promise<Action | undefined> {
  const row = await readRunningRollout(q)
  if (row === undefined) return undefined
  const progress = await readProgress(q, row)
  const candidate = await readCandidateCounts(q, row)
  const { refused, updated } = progress
  if (isRefusedTooOften(row.stage === 'canary', refused, updated))
    return { kind: 'stop', reason: `${refused} of ${refused + updated} machines refused it` }
  const machines = { stage: row.stage, chosen: progress.devices, extremes: await readMachineExtremes(q, row) }
  const regression = findRegression(candidate, await readStableCounts(q, row), machines)
  if (regression !== undefined)
    return { kind: 'stop', reason: describeRegression(regression, await readHookName(q, regression.hookId)) }
  const isDue = isAutomatic(row) && dueAt(row) <= context.now()
  return isDue && findMissing(progress, candidate) === undefined ? { kind: 'advance' } : undefined
}

async function act(q: Query, context: Context, team: string): Promise<void> {
  await lockTeam(q)
  // Another replica may have acted in the meantime.
  const [row, action] = [await readRunningRollout(q), await decide(q, context)]
  if (row === undefined || action === undefined) return
  const actor: Actor = { team, email: 'the server', name: 'the server', hasSecondFactor: false }
  const { candidate } = row
  if (action.kind === 'advance')
    return void (await advanceRollout(q, context, actor, { candidate, stageSince: '', percent: 0, isToAll: false }))
  await stopRollout(q, context, actor, { candidate, reason: action.reason })
  await raiseAlarm(q, row, action.reason, context.now())
}

const raiseAlarm = (q: Query, { team_id: team, candidate }: RolloutRow, reason: string, now: number) =>
  openAlarm(q, { team, id: '' }, { kind: 'rollout-stopped', agents: [] }, now, `revision ${candidate}: ${reason}`)

async function readHookName(q: Query, id: number): Promise<string> {
  const [found] = await readCurrentHooks(q, id)
  return found === undefined ? `hook ${id}` : found.version.script_name
}
