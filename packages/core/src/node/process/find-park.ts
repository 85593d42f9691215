/** Decides for a hook with `warm` whether its next process may be parked, and notices when its program changes (CONTRACT §5). */
import { statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { projectVariables } from '../../agents/list.ts'
import { commandLine } from '../../command-line.ts'
import { findWatchedPaths } from '../../config/files/command-files.ts'
import type { Entry } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import type { FindPark } from '../../runners/command.ts'
import { findReadVariable } from '../../runners/reads-variable.ts'

/** A hook that names more files is not parked: each of them is looked at for each event. */
const maxPaths = 256
/** Files that a program may have loaded before it waits. Others beside it are often written by the hook itself. */
const endings = 'sh bash zsh ksh js mjs cjs ts mts cts json py rb pl pm php lua awk jq sed'
const loaded = new Set(endings.split(' ').map((name) => `.${name}`))
const maxBeside = 128

export function createFindPark(files: Files, platform: Pick<Platform, 'system' | 'home'>): FindPark {
  const paths = new WeakMap<Entry, { readonly root: string; readonly found: readonly string[] }>()
  const readers = new Map<string, { readonly stamp: string; readonly reads: boolean }>()

  function pathsOf(entry: Entry, root: string): readonly string[] {
    const known = paths.get(entry)
    if (known?.root === root) return known.found
    const watched = findWatchedPaths(entry, { cwd: entry.cwd, root, platform, files })
    const found = [...watched.paths, ...watched.directories]
    paths.set(entry, { root, found })
    return found
  }
  function readsVariable(path: string): boolean {
    const stamp = files.stamp(path)
    const known = readers.get(path)
    if (known?.stamp === stamp) return known.reads
    const text = files.isFile(path) ? files.read(path) : undefined
    const reads = text?.kind === 'text' && findReadVariable(text.text, path) !== undefined
    readers.set(path, { stamp, reads })
    return reads
  }
  return (entry, env) => {
    if (platform.system !== 'linux' || findReadVariable(commandLine(entry) ?? '') !== undefined) return undefined
    const named = pathsOf(entry, entry.origin.root ?? env[projectVariables[0] ?? ''] ?? entry.cwd)
    if (named.length > maxPaths || named.some(readsVariable)) return undefined
    return { hook: entry.id, stamp: () => stampOf(named, entry.cwd, files) }
  }
}

function stampOf(named: readonly string[], cwd: string, files: Files): string {
  const directories = new Set(named.filter((path) => files.isFile(path)).map((path) => dirname(path)))
  const beside = [...directories].flatMap((directory) =>
    files
      .list(directory)
      .filter((name) => loaded.has(extname(name)))
      .slice(0, maxBeside)
      .map((name) => join(directory, name)),
  )
  const all = [...new Set([...named, ...beside])]
  return JSON.stringify([identityOf(cwd), ...all.map((path) => [path, files.stamp(path)])])
}

/** Another directory of the same name is another working directory; what is written in it does not matter. */
function identityOf(directory: string): string {
  try {
    const { dev, ino } = statSync(directory)
    return `${dev}:${ino}`
  } catch {
    return 'missing'
  }
}
