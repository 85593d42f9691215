/** The sources that a test reads: those of the workspace and of a scratch home. Hooks of the user or the machine never run in a test. */
import { type Edition, type Source, type SourceSetup, sourceSetup, standardSources } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { HookChoice } from './types.ts'

export interface ContainedOptions {
  readonly edition?: Edition
  readonly only?: HookChoice
  readonly event?: EventName
}

export function containedSources(
  root: string,
  home: string,
  { edition = 'hookline', only, event }: ContainedOptions = {},
): readonly Source[] {
  const setup: SourceSetup = sourceSetup({ home, edition })
  if (only !== undefined && 'command' in only)
    return standardSources({
      ...setup,
      roots: [root],
      hooks: event === undefined ? {} : { [event]: [{ command: only.command }] },
    }).filter(({ name }) => name === 'inline')
  const sources = standardSources({ ...setup, roots: [root] }).filter(({ name }) => name !== 'enterprise')
  return only === undefined ? sources : sources.map((source) => keepEntries(source, new Set(only.ids)))
}

/** Keeps only the hooks that the test is about. */
const keepEntries = (source: Source, ids: ReadonlySet<string>): Source => ({
  ...source,
  load: async () => {
    const loaded = await source.load()
    return { ...loaded, entries: loaded.entries.filter(({ id }) => ids.has(id)) }
  },
})
