/** Stores the counts of one machine. It knows the machine by its proof, so none can report for another. */
import { findCountProblem, type PreviewHookNumbers, type PreviewNumbers, toStep } from '../../wire/preview.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { enforceRateLimit, rateLimit } from '../devices/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Query } from '../store/index.ts'
import { readActivePreview, readPreviewList } from '../store/previews.ts'

export interface ReceivedPreview {
  readonly preview: number
  readonly numbers: PreviewNumbers
  readonly isPartial: boolean
  readonly hooks: readonly PreviewHookNumbers[]
}

/** False if the preview is not asked for any more. A second report of a machine replaces its first. */
export async function receivePreview(
  { store, now }: Context,
  machine: Machine,
  report: ReceivedPreview,
): Promise<boolean> {
  const { team, id } = machine
  const receivedAt = now()
  enforceRateLimit(machine, rateLimit.heartbeat, receivedAt)
  return store.inTeam(team, async (q) => {
    // Two reports of one machine come one after the other.
    await q.selectFrom('devices').select('id').where('id', '=', id).modifyEnd(q.engine.forUpdate).execute()
    const row = await readActivePreview(q, receivedAt)
    if (row === undefined || row.id !== report.preview) return false
    const known = new Set(readPreviewList(row).map((hook) => hook.id))
    const problem = findCountProblem(report.numbers, report.hooks, known)
    if (problem !== undefined) throw new Refusal('invalid', problem)
    await save(q, { team_id: team, preview: row.id, device_id: id }, report, receivedAt)
    return true
  })
}

interface Owner {
  readonly team_id: string
  readonly preview: number
  readonly device_id: string
}

async function save(
  q: Query,
  owner: Owner,
  { numbers, hooks, isPartial }: ReceivedPreview,
  receivedAt: number,
): Promise<void> {
  for (const table of ['preview_reports', 'preview_hooks'] as const)
    await q.deleteFrom(table).where('preview', '=', owner.preview).where('device_id', '=', owner.device_id).execute()
  const { newDenies, ...counts } = numbers
  const row = {
    ...owner,
    ...counts,
    new_denies: newDenies,
    is_partial: isPartial ? 1 : 0,
    reported_at: receivedAt,
  } as const
  await q.insertInto('preview_reports').values(row).execute()
  // A machine with an earlier version sends exact counts.
  const rows = hooks
    .map(({ hookId, denies, asks, unjudged }) => ({
      ...{ ...owner, hook_id: hookId, denies: toStep(denies), asks: toStep(asks), unjudged: toStep(unjudged) },
    }))
    .filter(({ denies, asks, unjudged }) => denies + asks + unjudged > 0)
  if (rows.length === 0) return
  await q.insertInto('preview_hooks').values(rows).execute()
}
