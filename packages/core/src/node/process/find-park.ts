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
  /** Whether a hook reads variables, as of a stamp of its files. */
  const readers = new WeakMap<Entry, { readonly stamp: string; readonly reads: boolean }>()

  function pathsOf(entry: Entry, root: string): readonly string[] {
    const known = paths.get(entry)
    if (known?.root === root) return known.found
    const watched = findWatchedPaths(entry, { cwd: entry.cwd, root, platform, files })
    const found = [...new Set([...watched.paths, ...watched.directories])]
    paths.set(entry, { root, found })
    return found
  }
  function readsVariable(entry: Entry, named: readonly string[], stamp: string): boolean {
    const known = readers.get(entry)
    if (known?.stamp === stamp) return known.reads
    const reads =
      findReadVariable(commandLine(entry) ?? '') !== undefined ||
      named.some((path) => {
        const found = files.isFile(path) ? files.read(path) : undefined
        return found?.kind === 'text' && findReadVariable(found.text, path) !== undefined
      })
    readers.set(entry, { stamp, reads })
    return reads
  }
  return (entry, env) => {
    if (platform.system !== 'linux') return undefined
    const named = pathsOf(entry, entry.origin.root ?? env[projectVariables[0] ?? ''] ?? entry.cwd)
    if (named.length > maxPaths) return undefined
    const stampNow = () => stampOf(named, entry.cwd, files)
    const stamp = stampNow()
    return readsVariable(entry, named, stamp) ? undefined : { hook: entry.id, stamp, stampNow }
  }
}

function stampOf(named: readonly string[], cwd: string, files: Files): string {
  const stamps = new Map(named.map((path) => [path, files.stamp(path)]))
  const directories = new Set<string>()
  for (const [path, stamp] of stamps) if (stamp !== 'missing' && files.isFile(path)) directories.add(dirname(path))
  for (const directory of directories) {
    const beside = files.list(directory).filter((name) => loaded.has(extname(name)))
    for (const name of beside.slice(0, maxBeside)) {
      const path = join(directory, name)
      if (!stamps.has(path)) stamps.set(path, files.stamp(path))
    }
  }
  return JSON.stringify([identityOf(cwd), ...stamps])
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
