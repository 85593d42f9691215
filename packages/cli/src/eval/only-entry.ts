/** An engine that runs one prompt hook alone, with the person's settings as they are. */
import { createHooks, type Entry, type Hooks, type Source, sourceSetup, standardSources } from '@hookline/core/node'

/**
 * The caller has checked that the entry runs here. Trust is not compared again: it is bound to all entries of a workspace, so
 * one entry alone would count as a changed workspace.
 */
export async function onlyEntry(entry: Entry, root: string, model: string | undefined): Promise<Hooks> {
  const asked = model === undefined ? {} : { model }
  const kept = (one: Entry): readonly Entry[] => (one.id === entry.id ? [{ ...one, ...asked }] : [])
  const only = standardSources({ ...sourceSetup(), roots: [root], cwd: root }).map(
    (source): Source => ({
      name: source.name,
      ...(source.watched === undefined ? {} : { watched: () => source.watched?.() ?? [] }),
      load: async () => {
        const loaded = await source.load()
        return { ...loaded, entries: loaded.entries.flatMap(kept) }
      },
    }),
  )
  return createHooks({
    workspaceRoots: [root],
    sources: { only },
    trust: 'all',
    watch: false,
    models: { cache: false },
  })
}
