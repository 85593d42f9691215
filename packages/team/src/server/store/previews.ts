/** Queries for the previews of a team. */
import type { Query } from './open.ts'
import type { CandidateHook } from './rollouts.ts'
import type { Row } from './schema.ts'

export type PreviewRow = Row<'previews'>

/** Machines are asked for this long. */
const askedMs = 7 * 24 * 3_600_000

export const readNewestPreview = (q: Query): Promise<PreviewRow | undefined> =>
  q.selectFrom('previews').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

/** The one that machines are asked for. */
export async function readActivePreview(q: Query, now: number): Promise<PreviewRow | undefined> {
  const row = await readNewestPreview(q)
  return row !== undefined && isAsking(row, now) ? row : undefined
}

export const isAsking = ({ ended_at, asked_at }: PreviewRow, now: number): boolean =>
  ended_at === 0 && now < asked_at + askedMs

// The column holds a JSON list that this server wrote.
export const readPreviewList = ({ hooks }: PreviewRow): readonly CandidateHook[] => JSON.parse(hooks) as CandidateHook[]

/** Returns whether one was active. */
export async function endPreviews(q: Query, now: number): Promise<boolean> {
  const ended = await q.updateTable('previews').set({ ended_at: now }).where('ended_at', '=', 0).executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

export async function deletePreviews(q: Query): Promise<void> {
  for (const table of ['preview_hooks', 'preview_reports', 'previews'] as const) await q.deleteFrom(table).execute()
}
