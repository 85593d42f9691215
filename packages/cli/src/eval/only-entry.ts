/** An engine in which one prompt hook stands alone, with the person's settings and trust as they are. */
import { createHooks, type Entry, type Hooks, type Source, sourceSetup, standardSources } from '@hookline/core/node'

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
  return createHooks({ workspaceRoots: [root], sources: { only }, watch: false, models: { cache: false } })
}
