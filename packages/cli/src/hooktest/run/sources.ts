/** The sources a test reads: a workspace's own and those of a scratch home. The machine's own hooks never run in a test. */
import { type Edition, type Source, type SourceSetup, sourceSetup, standardSources } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { HookChoice } from '../read/types.ts'

export interface Contained {
  readonly edition?: Edition
  readonly only?: HookChoice
  readonly event?: EventName
}

export function contained(
  root: string,
  home: string,
  { edition = 'hookline', only, event }: Contained = {},
): readonly Source[] {
  const setup: SourceSetup = sourceSetup({ home, edition })
  if (only !== undefined && 'command' in only)
    return standardSources({
      ...setup,
      roots: [root],
      hooks: event === undefined ? {} : { [event]: [{ command: only.command }] },
    }).filter(({ name }) => name === 'inline')
  const sources = standardSources({ ...setup, roots: [root] }).filter(({ name }) => name !== 'enterprise')
  return only === undefined ? sources : sources.map((source) => narrowed(source, new Set(only.ids)))
}

/** The test is about one hook: what others say is not asked. */
const narrowed = (source: Source, ids: ReadonlySet<string>): Source => ({
  ...source,
  load: async () => {
    const loaded = await source.load()
    return { ...loaded, entries: loaded.entries.filter(({ id }) => ids.has(id)) }
  },
})
