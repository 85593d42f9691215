/** One source over time: what it said last, the last good of it, and the stamps by which a change is noticed. */
import { statSync } from 'node:fs'
import { start } from '../../config/jsonc.ts'
import { unusable } from '../../config/read-hooks.ts'
import { createReader, type Reading } from '../../config/reading.ts'
import type { Files, Loaded, Source } from '../../ports.ts'

export interface Slot {
  readonly source: Source
  /** What counts now. */
  current(): Loaded
  watched(): readonly string[]
  /** Whether a file has another stamp than when it was read. */
  changed(): boolean
  load(): Promise<void>
}

const freshMs = 50
const againMs = 30
const nothing: Loaded = { entries: [], problems: [] }

export function createSlot(source: Source, files: Files, reading: Reading): Slot {
  let current = nothing
  let lastGood: Loaded | undefined
  let stamps = new Map<string, string>()
  const watched = () => source.watched?.() ?? []
  const read = async (): Promise<Loaded> => {
    // Taken before reading: a save in between is then seen as a change.
    const before = new Map(watched().map((path) => [path, files.stamp(path)]))
    const loaded = await loadSafely(source, reading)
    stamps = new Map(watched().map((path) => [path, before.get(path) ?? files.stamp(path)]))
    return loaded
  }
  return {
    source,
    current: () => current,
    watched: () => [...stamps.keys()],
    changed: () => {
      for (const [path, stamp] of stamps) if (files.stamp(path) !== stamp) return true
      for (const [path, stamp] of current.stamps ?? []) if (files.stamp(path) !== stamp) return true
      return false
    },
    async load() {
      let loaded = await read()
      if (isTorn(loaded, [...stamps.keys()])) {
        await pause(againMs)
        loaded = await read()
      }
      if (loaded.broken !== true) lastGood = loaded
      current = isManaged(source) || loaded.broken !== true ? loaded : keepGood(loaded, lastGood)
    },
  }
}

/** A broken file's problems, with the entries from before it broke. */
function keepGood(loaded: Loaded, lastGood: Loaded | undefined): Loaded {
  if (lastGood === undefined) return loaded
  const { settings } = lastGood
  return {
    entries: lastGood.entries,
    problems: loaded.problems,
    broken: true,
    ...(settings === undefined ? {} : { settings }),
  }
}

const isManaged = ({ name }: Source): boolean => name === 'enterprise' || name === 'team'

/** Half written: a syntax error in a file saved a moment ago. */
const isTorn = (loaded: Loaded, paths: readonly string[]): boolean =>
  loaded.broken === true && loaded.problems.some((problem) => problem.code === 'syntax') && paths.some(isFresh)

function isFresh(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < freshMs
  } catch {
    return false
  }
}

/** Keeps the process alive for the moment it takes: somebody waits for the answer. */
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** A source of an embedder's that breaks its contract is an unreadable source, and a closed gate where it is managed. */
async function loadSafely(source: Source, reading: Reading): Promise<Loaded> {
  try {
    return await source.load()
  } catch (error) {
    const trust = isManaged(source) ? 'managed' : 'own'
    const reader = createReader({ source: source.name, own: false, cwd: '', trust }, reading)
    const message = `the source ${source.name} failed: ${error instanceof Error ? error.message : String(error)}`
    reader.report('file-unreadable', start, message, 'A source must not throw; this is a bug in it.')
    return unusable(reader, start, message)
  }
}
