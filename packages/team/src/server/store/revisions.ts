/** Queries for published revisions. */
import type { Query } from './open.ts'

const listedColumns = ['revision', 'published_at', 'author', 'note', 'hooks'] as const

/** Returns the newest revisions first. */
export const readRevisions = (q: Query, before: number, limit: number) =>
  q
    .selectFrom('revisions')
    .select(listedColumns)
    .where('revision', '<', before)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()

export const readNewestRevision = async (q: Query) => (await readRevisions(q, Number.MAX_SAFE_INTEGER, 1))[0]
