/** Waits for a change in any of the directories or below them. Watched by directory: editors replace files. */
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const QUIET_MS = 80
const MOST_FOLDERS = 500

export interface Watching {
  /** Resolves once after a change, when it has been quiet for a moment; also when the signal aborts. */
  readonly changed: Promise<void>
  close(): void
}

export function watchFor(directories: readonly string[], signal: AbortSignal): Watching {
  const watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let settle = () => {}
  const changed = new Promise<void>((resolve) => {
    settle = resolve
  })
  const touched = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, QUIET_MS)
  }
  for (const directory of directories.slice(0, MOST_FOLDERS)) {
    try {
      watchers.push(watch(directory, touched).on('error', touched))
    } catch {
      // Gone since it was listed: the change that removed it is seen above it.
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

/** The directory and what is below it. */
export function foldersBelow(directory: string, depth = 4): readonly string[] {
  if (depth === 0) return [directory]
  try {
    const inner = readdirSync(directory, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git',
    )
    return [directory, ...inner.flatMap(({ name }) => foldersBelow(join(directory, name), depth - 1))]
  } catch {
    return []
  }
}
