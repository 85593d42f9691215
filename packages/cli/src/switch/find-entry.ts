/** Finds the configured entry that the user named: by its id, its name, the last part of its id, or its script. */
import { createHooks, type Entry, type Hooks, nearest } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import { shownName } from '../hooktest/report/compare.ts'
import { findHookRoots } from '../paths.ts'
import { labelOf, locationOf } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'

/** Reads the configured entries and settings. It runs nothing and does not watch the files. */
export async function readConfigured(root: string): Promise<Pick<Hooks, 'entries' | 'settings'>> {
  const hooks = await createHooks({ workspaceRoots: findHookRoots([root]), watch: false })
  const { entries, settings } = hooks
  await hooks.close()
  return { entries, settings }
}
export const readEntries = async (root: string): Promise<readonly Entry[]> => (await readConfigured(root)).entries

/** Tried in this order; the first that finds an entry counts. */
const criteria: readonly ((entry: Entry, name: string) => boolean)[] = [
  (entry, name) => entry.id === name,
  (entry, name) => entry.name === name,
  (entry, name) => entry.id.split('/').at(-1) === name,
  (entry, name) => entry.label === name,
  // The log and tests show this name for a hook that has none.
  (entry, name) => entry.name === undefined && shownName(entry) === name,
]

export function findEntry(name: string, entries: readonly Entry[], cwd: string): Entry | undefined {
  for (const matches of criteria) {
    const found = entries.filter((entry) => matches(entry, name))
    if (found.length === 1) return found[0]
    if (found.length > 1) throw new UsageError(ambiguous(name, found, cwd))
  }
  return undefined
}

const ambiguous = (name: string, found: readonly Entry[], cwd: string): string =>
  [
    `${found.length} hooks are named ${JSON.stringify(oneLine(name))}. Use the id of one of them:`,
    ...found.map((entry) => `  ${entry.id}  ${locationOf(entry, cwd)}`),
  ].join('\n')

export function noSuchEntry(name: string, entries: readonly Entry[]): UsageError {
  const packs = entries.flatMap((entry) => shownName(entry).split('/').slice(0, -1))
  const names = [...packs, ...entries.flatMap((entry) => [shownName(entry), entry.id])]
  const near = nearest(name, names)
  const suggestion = near === undefined ? '' : ` Did you mean ${JSON.stringify(oneLine(near))}?`
  return new UsageError(
    `no hook is named ${JSON.stringify(oneLine(name))}.${suggestion} To list names and ids: hookline list --json`,
  )
}

/** `shell-guard (project .cursor/hooks.json:12)` */
export const entryText = (entry: Entry, cwd: string): string => `${labelOf(entry)} (${locationOf(entry, cwd)})`
