/** Adds up what machines reported for the newest preview. With few machines, the counts of a hook would be those of a person. */
import { previewLimits } from '../../wire/preview.ts'
import { readCurrentHooks } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { isAsking, readNewestPreview, readPreviewList } from '../store/previews.ts'

export async function describePreview(q: Query, now: number) {
  const row = await readNewestPreview(q)
  if (row === undefined) return undefined
  const { n: devices } = await q
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const sums = await sumReports(q, row.id)
  const { leastMachines } = previewLimits
  const hookSums = sums.reported < leastMachines ? new Map<number, HookSums>() : await sumHooks(q, row.id)
  return {
    ...{ id: BigInt(row.id), askedAt: new Date(row.asked_at).toISOString(), author: row.author, days: row.days },
    ...{ state: isAsking(row, now) ? 'asking' : 'ended', leftOut: row.left_out, devices: Number(devices) },
    ...{ ...sums, leastMachines },
    hooks: await listHooks(
      q,
      readPreviewList(row).map(({ id }) => id),
      hookSums,
    ),
  }
}

async function sumReports(q: Query, preview: number) {
  const columns = ['events', 'denies', 'new_denies', 'asks', 'unjudged', 'is_partial'] as const
  const reports = () => q.selectFrom('preview_reports').where('preview', '=', preview)
  const sums = await reports()
    .select(({ fn }) => [fn.countAll<number>().as('reported'), ...columns.map((name) => fn.sum<number>(name).as(name))])
    .executeTakeFirstOrThrow()
  const { n } = await reports()
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('denies', '>', 0)
    .executeTakeFirstOrThrow()
  // Without a report, a sum is null.
  const big = (value: number | null) => BigInt(value ?? 0)
  return {
    ...{ reported: Number(sums.reported), deniedOn: Number(n), partial: Number(sums.is_partial ?? 0) },
    counts: {
      ...{ events: big(sums.events), denies: big(sums.denies), newDenies: big(sums.new_denies) },
      ...{ asks: big(sums.asks), unjudged: big(sums.unjudged) },
    },
  }
}

interface HookSums {
  readonly denies: number
  readonly asks: number
  readonly unjudged: number
}

async function sumHooks(q: Query, preview: number): Promise<ReadonlyMap<number, HookSums>> {
  const rows = await q
    .selectFrom('preview_hooks')
    .select(({ fn }) => [
      ...(['hook_id'] as const),
      ...(['denies', 'asks', 'unjudged'] as const).map((name) => fn.sum<number>(name).as(name)),
    ])
    .where('preview', '=', preview)
    .groupBy('hook_id')
    .execute()
  return new Map(rows.map((row) => [Number(row.hook_id), row]))
}

async function listHooks(q: Query, ids: readonly number[], counts: ReadonlyMap<number, HookSums>) {
  const names = new Map((await readCurrentHooks(q)).map(({ hook, version }) => [hook.id, version.script_name]))
  return ids.map((id) => {
    const { denies = 0, asks = 0, unjudged = 0 } = counts.get(id) ?? {}
    return {
      ...{ hookId: BigInt(id), name: names.get(id) ?? '' },
      ...{ denies: BigInt(denies), asks: BigInt(asks), unjudged: BigInt(unjudged) },
    }
  })
}
