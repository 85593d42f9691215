/** The sources that a test reads: those of the workspace and of a scratch home. Hooks of the user or the machine never run in a test. */
import {
  type Edition,
  type Entry,
  type Source,
  type SourceSetup,
  sourceSetup,
  standardSources,
} from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { HookChoice } from './types.ts'

export interface ContainedOptions {
  readonly edition?: Edition
  readonly only?: HookChoice
  readonly event?: EventName
  /** Present: the hooks run for any event. */
  readonly probeMs?: number
}

export function containedSources(
  root: string,
  home: string,
  { edition = 'hookline', only, event, probeMs }: ContainedOptions = {},
): readonly Source[] {
  const setup: SourceSetup = sourceSetup({ home, edition })
  if (only !== undefined && 'command' in only)
    return standardSources({
      ...setup,
      roots: [root],
      hooks: event === undefined ? {} : { [event]: [{ command: only.command }] },
    }).filter(({ name }) => name === 'inline')
  const sources = standardSources({ ...setup, roots: [root] }).filter(({ name }) => name !== 'enterprise')
  return only === undefined
    ? sources
    : sources.map((source) => keepEntries(source, new Set(only.ids), probeMs !== undefined))
}

/** Keeps only the hooks that the test is about. */
const keepEntries = (source: Source, ids: ReadonlySet<string>, forAnyEvent: boolean): Source => ({
  ...source,
  load: async () => {
    const loaded = await source.load()
    const kept = loaded.entries.filter(({ id }) => ids.has(id))
    return { ...loaded, entries: forAnyEvent ? kept.map(withoutMatcher) : kept }
  },
})

const withoutMatcher = ({ matcher: _, condition: __, ...entry }: Entry): Entry => entry
