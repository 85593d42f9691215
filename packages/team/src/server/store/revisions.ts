/** What was published, and when. */
import type { Query } from './open.ts'

const shown = ['revision', 'published_at', 'author', 'note', 'hooks'] as const

/** Newest first. */
export const revisionsBefore = (q: Query, before: number, limit: number) =>
  q
    .selectFrom('revisions')
    .select(shown)
    .where('revision', '<', before)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()

export const newestRevision = async (q: Query) => (await revisionsBefore(q, Number.MAX_SAFE_INTEGER, 1))[0]
