/**
 * Calls back when something may have changed near a set of files, whether they exist yet or not. It is only a hint, so
 * errors are ignored: events check the files themselves.
 */
import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'

export interface FileWatcher {
  /** Sets the files to watch from now on, and finds directories that have appeared. */
  watch(files: readonly string[]): void
  close(): void
}

const settleMs = 10

export function createFileWatcher(onChange: () => void): FileWatcher {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  // Further changes do not extend the delay: continuous saves must not postpone the callback forever.
  const schedule = () => {
    if (closed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      if (!closed) onChange()
    }, settleMs)
    timer.unref()
  }
  const drop = (key: string) => {
    watchers.get(key)?.close()
    watchers.delete(key)
  }
  return {
    watch(files) {
      if (closed) return
      const wanted = nearestDirectories(files)
      for (const key of watchers.keys()) if (!wanted.has(key)) drop(key)
      for (const [key, directory] of wanted) {
        if (watchers.has(key)) continue
        const watcher = startWatching(directory, schedule)
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

function startWatching(directory: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(directory, { persistent: false }, onChange)
  } catch {
    // No inotify watches left, or no permission. Events still check the files themselves.
    return undefined
  }
}

/** The nearest existing directory above each file, keyed by path and inode: a recreated directory needs a new watch. */
function nearestDirectories(files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const inodes = new Map<string, number | undefined>()
  for (const file of files) {
    let directory = dirname(file)
    let inode = inodeOf(directory, inodes)
    while (inode === undefined && dirname(directory) !== directory) {
      directory = dirname(directory)
      inode = inodeOf(directory, inodes)
    }
    if (inode !== undefined) found.set(`${directory}\n${inode}`, directory)
  }
  return found
}

function inodeOf(directory: string, inodes: Map<string, number | undefined>): number | undefined {
  if (!inodes.has(directory)) inodes.set(directory, readInode(directory))
  return inodes.get(directory)
}
function readInode(directory: string): number | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false })
    return stats?.isDirectory() === true ? stats.ino : undefined
  } catch {
    return undefined
  }
}
