/** Reads and writes single files of a team's signed repository. */
import type { Query } from './open.ts'

export const readStoredFile = async (q: Query, path: string): Promise<Uint8Array | undefined> =>
  (await q.selectFrom('files').select('body').where('path', '=', path).executeTakeFirst())?.body

export async function readStoredFiles(q: Query, paths: readonly string[]): Promise<Map<string, Uint8Array>> {
  const bodies = new Map<string, Uint8Array>()
  for (let from = 0; from < paths.length; from += 500) {
    const batch = paths.slice(from, from + 500)
    const rows = await q.selectFrom('files').select(['path', 'body']).where('path', 'in', batch).execute()
    for (const { path, body } of rows) bodies.set(path, body)
  }
  return bodies
}

export async function saveFile(q: Query, team: string, path: string, body: Uint8Array, now: number): Promise<void> {
  await q
    .insertInto('files')
    .values({ team_id: team, path, body, changed_at: now })
    .onConflict((c) => c.columns(['team_id', 'path']).doUpdateSet({ body, changed_at: now }))
    .execute()
}

/** Returns all roots in order, from `1.root.json`. */
export async function readRoots(q: Query): Promise<readonly { version: number; body: Uint8Array }[]> {
  const rows = await q.selectFrom('files').select(['path', 'body']).where('path', 'like', '%.root.json').execute()
  return rows
    .map(({ path, body }) => ({ version: Number.parseInt(path, 10), body }))
    .sort((a, b) => a.version - b.version)
}
