/** The one configured entry that a person means: by id, by name, by the last part of its id, or by its script. */
import { createHooks, type Entry, nearest } from '@hookline/core/node'
import { labelOf, placeOf } from '../entry-text.ts'
import { UsageError } from '../flags.ts'
import { shownName } from '../hooktest/run/compare.ts'
import { oneLine } from '../plain.ts'

/** Without watching, without running anything. */
export async function entriesOf(root: string): Promise<readonly Entry[]> {
  const hooks = await createHooks({ workspaceRoots: [root], watch: false })
  const { entries } = hooks
  await hooks.close()
  return entries
}

const ways: readonly ((entry: Entry, word: string) => boolean)[] = [
  (entry, word) => entry.id === word,
  (entry, word) => entry.name === word,
  (entry, word) => entry.id.split('/').at(-1) === word,
  (entry, word) => entry.label === word,
  // As the log and tests call a hook that has no name.
  (entry, word) => entry.name === undefined && shownName(entry) === word,
]

export function findEntry(word: string, entries: readonly Entry[], cwd: string): Entry | undefined {
  for (const means of ways) {
    const found = entries.filter((entry) => means(entry, word))
    if (found.length === 1) return found[0]
    if (found.length > 1) throw new UsageError(several(word, found, cwd))
  }
  return undefined
}

const several = (word: string, found: readonly Entry[], cwd: string): string =>
  [
    `${found.length} hooks are called ${JSON.stringify(oneLine(word))}; say which by its id:`,
    ...found.map((entry) => `  ${entry.id}  ${placeOf(entry, cwd)}`),
  ].join('\n')

export function noSuchEntry(word: string, entries: readonly Entry[]): UsageError {
  const names = entries.flatMap((entry) => [shownName(entry), entry.id])
  const near = nearest(word, names)
  const meant = near === undefined ? '.' : `; did you mean ${JSON.stringify(oneLine(near))}?`
  return new UsageError(`there is no hook ${JSON.stringify(oneLine(word))}${meant} hookline list --json shows the ids`)
}

/** `shell-guard (project .cursor/hooks.json:12)` */
export const entryText = (entry: Entry, cwd: string): string => `${labelOf(entry)} (${placeOf(entry, cwd)})`
