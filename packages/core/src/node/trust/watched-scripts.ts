/** The files behind the hooks of an event, as they were just before trust was decided: a change of one may change the decision. */
import type { Files } from '../../ports.ts'

export interface WatchedScripts {
  /** Takes the stamps of the paths that `list` returns: files, files that are missing, and directories that are searched. */
  add(list: () => readonly string[]): void
  haveChanged(): boolean
}

export function createWatchedScripts({ stamp, isFile, isDirectory }: Files): WatchedScripts {
  const lists: (() => readonly string[])[] = []
  const stamps = new Map<string, string>()
  const directories = new Set<string>()
  function take(path: string): void {
    if (stamps.has(path)) return
    stamps.set(path, stamp(path))
    if (isDirectory?.(path) === true) directories.add(path)
  }
  /** A hook may write what it likes into a directory that is searched: only a new file that would be loaded counts. */
  function isOtherDirectory(path: string, taken: string): boolean {
    return isDirectory?.(path) === true && (directories.has(path) || taken === 'missing')
  }
  return {
    add(list) {
      lists.push(list)
      for (const path of list()) take(path)
    },
    haveChanged() {
      const changed = [...stamps].flatMap(([path, taken]) => {
        const now = stamp(path)
        return now === taken ? [] : [{ path, taken, now }]
      })
      if (changed.length === 0) return false
      if (changed.some(({ path, taken }) => !isOtherDirectory(path, taken))) return true
      const found = lists.flatMap((list) => list()).filter((path) => !stamps.has(path))
      if (found.some(isFile)) return true
      for (const path of found) take(path)
      for (const { path, now } of changed) {
        stamps.set(path, now)
        directories.add(path)
      }
      return false
    },
  }
}
