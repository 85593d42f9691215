/** Creates entries with the real reader, for tests. */
import { createHooks, type Entry, type InlineHooks } from '@hookline/core/node'

export async function createEntries(hooks: InlineHooks): Promise<readonly Entry[]> {
  const created = await createHooks({ workspaceRoots: [], home: '/nowhere', hooks, watch: false })
  await created.close()
  return created.entries
}
