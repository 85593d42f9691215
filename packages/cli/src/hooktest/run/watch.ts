/** Waits for a change in any of the directories. It watches directories, not files, because editors replace files. */
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const QUIET_MS = 80
const MAX_FOLDERS = 500

export interface Watching {
  /** Resolves shortly after the last of some changes, or when the signal is aborted. */
  readonly changed: Promise<void>
  close(): void
}

export function watchDirectories(directories: readonly string[], signal: AbortSignal): Watching {
  const watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let settle = () => {}
  const changed = new Promise<void>((resolve) => {
    settle = resolve
  })
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, QUIET_MS)
  }
  for (const directory of directories.slice(0, MAX_FOLDERS)) {
    try {
      watchers.push(watch(directory, onChange).on('error', onChange))
    } catch {
      // The directory was removed since it was listed. The watcher of its parent reports that change.
    }
  }
  signal.addEventListener('abort', settle, { once: true })
  if (signal.aborted) settle()
  return {
    changed,
    close: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', settle)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** The directory and all directories below it. */
export function listFolders(directory: string, depth = 4): readonly string[] {
  if (depth === 0) return [directory]
  try {
    const inner = readdirSync(directory, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git',
    )
    return [directory, ...inner.flatMap(({ name }) => listFolders(join(directory, name), depth - 1))]
  } catch {
    return []
  }
}
