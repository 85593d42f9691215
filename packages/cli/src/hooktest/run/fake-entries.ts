/** Creates entries with the real reader, for tests. */
import { createHooks, type Entry, type InlineHooks } from '@hookline/core/node'

export async function fakeEntries(hooks: InlineHooks): Promise<readonly Entry[]> {
  const made = await createHooks({ workspaceRoots: [], home: '/nowhere', hooks, watch: false })
  await made.close()
  return made.entries
}
