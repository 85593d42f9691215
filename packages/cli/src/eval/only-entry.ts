/** Creates an engine that runs only one prompt hook, with the user's settings. */
import { createHooks, type Entry, type Hooks, type Source, sourceSetup, standardSources } from '@hookline/core/node'

/**
 * The caller has checked that the entry may run. Trust is not checked again, because it covers all entries of a workspace, and
 * one entry alone would count as a changed workspace.
 */
export async function onlyEntry(entry: Entry, root: string, model: string | undefined): Promise<Hooks> {
  const override = model === undefined ? {} : { model }
  const keepEntry = (one: Entry): readonly Entry[] => (one.id === entry.id ? [{ ...one, ...override }] : [])
  const only = standardSources({ ...sourceSetup(), roots: [root], cwd: root }).map(
    (source): Source => ({
      name: source.name,
      ...(source.watched === undefined ? {} : { watched: () => source.watched?.() ?? [] }),
      load: async () => {
        const loaded = await source.load()
        return { ...loaded, entries: loaded.entries.flatMap(keepEntry) }
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
