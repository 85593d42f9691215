/** Wakes up when something may have changed near a set of files, whether they exist yet or not. A hint, never the truth: errors are ignored. */
import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'

export interface Watching {
  /** The files to watch from now on; looks again for directories that appeared. */
  arm(files: readonly string[]): void
  close(): void
}

const settleMs = 10

export function createWatching(wake: () => void): Watching {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  // Not put off by further changes: a storm of saves must not keep the news away.
  const soon = () => {
    if (closed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      if (!closed) wake()
    }, settleMs)
    timer.unref()
  }
  const drop = (key: string) => {
    watchers.get(key)?.close()
    watchers.delete(key)
  }
  return {
    arm(files) {
      if (closed) return
      const wanted = directoriesOf(files)
      for (const key of watchers.keys()) if (!wanted.has(key)) drop(key)
      for (const [key, directory] of wanted) {
        if (watchers.has(key)) continue
        const watcher = startWatching(directory, soon)
        watcher?.on('error', () => drop(key))
        if (watcher !== undefined) watchers.set(key, watcher)
      }
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const key of [...watchers.keys()]) drop(key)
    },
  }
}

function startWatching(directory: string, soon: () => void): FSWatcher | undefined {
  try {
    return watch(directory, { persistent: false }, soon)
  } catch {
    // No inotify watches left, or no permission: events still look at the files themselves.
    return undefined
  }
}

/** The nearest directory above each file that is there, told apart by identity: one made anew needs a new watch. */
function directoriesOf(files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const asked = new Map<string, number | undefined>()
  for (const file of files) {
    let directory = dirname(file)
    let inode = inodeOf(directory, asked)
    while (inode === undefined && dirname(directory) !== directory) {
      directory = dirname(directory)
      inode = inodeOf(directory, asked)
    }
    if (inode !== undefined) found.set(`${directory}\n${inode}`, directory)
  }
  return found
}

function inodeOf(directory: string, asked: Map<string, number | undefined>): number | undefined {
  if (!asked.has(directory)) asked.set(directory, lookUp(directory))
  return asked.get(directory)
}
function lookUp(directory: string): number | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false })
    return stats?.isDirectory() === true ? stats.ino : undefined
  } catch {
    return undefined
  }
}
