/** Holds one source: what it returned last, its last good version, and the file stamps by which a change is noticed. */
import { statSync } from 'node:fs'
import { isManagedSource } from '../../agents/sources.ts'
import { start } from '../../config/jsonc.ts'
import { unusableFile } from '../../config/read-hooks.ts'
import { createReader, type ReadOptions } from '../../config/reader.ts'
import type { Files, Loaded, Source } from '../../ports.ts'

export interface SourceSlot {
  readonly source: Source
  /** What the source contributes now: the last load, or the last good version of a broken file. */
  current(): Loaded
  watchedPaths(): readonly string[]
  /** Whether a file's stamp differs from the one taken when it was read. */
  hasChanged(): boolean
  load(): Promise<void>
}

const justSavedMs = 50
const retryAfterMs = 30
const empty: Loaded = { entries: [], problems: [] }

export function createSourceSlot(source: Source, files: Files, reading: ReadOptions, keepsLastGood = true): SourceSlot {
  let current = empty
  let lastGood: Loaded | undefined
  let stamps = new Map<string, string>()
  const watched = () => source.watched?.() ?? []
  const read = async (): Promise<Loaded> => {
    // Take the stamps before reading, so that a save in between counts as a change.
    const before = new Map(watched().map((path) => [path, files.stamp(path)]))
    const loaded = await loadSafely(source, reading)
    stamps = new Map(watched().map((path) => [path, before.get(path) ?? files.stamp(path)]))
    return loaded
  }
  return {
    source,
    current: () => current,
    watchedPaths: () => [...stamps.keys()],
    hasChanged: () => {
      for (const [path, stamp] of stamps) if (files.stamp(path) !== stamp) return true
      for (const [path, stamp] of current.stamps ?? []) if (files.stamp(path) !== stamp) return true
      return false
    },
    async load() {
      let loaded = await read()
      if (isHalfWritten(loaded, [...stamps.keys()])) {
        await pause(retryAfterMs)
        loaded = await read()
      }
      if (loaded.broken !== true && keepsLastGood) lastGood = loaded
      current = isManaged(source) || loaded.broken !== true ? loaded : keepLastGood(loaded, lastGood)
    },
  }
}

/** The problems of the broken file, with the entries it had before it broke. */
function keepLastGood(loaded: Loaded, lastGood: Loaded | undefined): Loaded {
  if (lastGood === undefined) return loaded
  const { settings } = lastGood
  return {
    entries: lastGood.entries,
    problems: loaded.problems,
    broken: true,
    ...(settings === undefined ? {} : { settings }),
  }
}

const isManaged = ({ name }: Source): boolean => isManagedSource(name)

/** A syntax error in a file that was saved a moment ago: the save may still be in progress. */
const isHalfWritten = (loaded: Loaded, paths: readonly string[]): boolean =>
  loaded.broken === true && loaded.problems.some((problem) => problem.code === 'syntax') && paths.some(isJustSaved)

function isJustSaved(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < justSavedMs
  } catch {
    return false
  }
}

/** The timer is not unref'd: a caller waits for the result, so the process must stay alive. */
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Treats a custom source that throws as an unreadable source; if it is managed, its gates close. */
async function loadSafely(source: Source, reading: ReadOptions): Promise<Loaded> {
  try {
    return await source.load()
  } catch (error) {
    const trust = isManaged(source) ? 'managed' : 'own'
    const reader = createReader({ source: source.name, own: false, cwd: '', trust }, reading)
    const message = `the source ${source.name} failed: ${error instanceof Error ? error.message : String(error)}`
    reader.report('file-unreadable', start, message, 'Fix its load(): it must return a problem instead of throwing.')
    return unusableFile(reader, start, message)
  }
}
