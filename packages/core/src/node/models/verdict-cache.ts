/** Caches verdicts of prompt hooks on disk: one file each, named by the hash of everything it depends on, for some hours. */
import { createHash } from 'node:crypto'
import { closeSync, readdirSync, statSync, unlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { VerdictSubject, Verdicts } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend, readRegularText } from '../system/regular-file.ts'
import { writeState } from '../system/state-file.ts'

export interface VerdictCacheOptions {
  readonly directory: string
  /** Called each time, so that a changed setting takes effect at once. 0 disables the cache. */
  readonly hours: () => number
  /** The endpoint and name behind a model. If undefined, nothing is cached. */
  readonly identify: (model: string | undefined) => { readonly model: string; readonly endpoint: string } | undefined
}

const HOUR_MS = 3_600_000

export function createVerdictCache({ directory, hours, identify }: VerdictCacheOptions): Verdicts {
  const findFile = (about: VerdictSubject) => {
    const endpoint = hours() > 0 ? identify(about.model) : undefined
    if (endpoint === undefined) return undefined
    const key = JSON.stringify([endpoint.endpoint, endpoint.model, about.system, about.prompt, about.input])
    return { ...endpoint, file: join(directory, `${createHash('sha256').update(key).digest('hex')}.json`) }
  }
  return {
    find(about) {
      const cached = findFile(about)
      const text = cached === undefined ? undefined : read(cached.file, hours() * HOUR_MS)
      return cached === undefined || text === undefined ? undefined : { text, model: cached.model }
    },
    keep(about, text) {
      const cached = findFile(about)
      if (cached === undefined) return
      ignoreErrors(() => {
        writeState(cached.file, { text })
        deleteOld(directory, hours() * HOUR_MS)
      })
    },
  }
}

function read(file: string, maxAgeMs: number): string | undefined {
  try {
    const age = Date.now() - statSync(file).mtimeMs
    // The time of a file from the future comes from another clock, so its age is unknown.
    if (age > maxAgeMs || age < -HOUR_MS) return undefined
    const value: unknown = JSON.parse(readRegularText(file) ?? '')
    return isObject(value) && typeof value.text === 'string' ? value.text : undefined
  } catch {
    return undefined
  }
}

/** Deletes old files, at most once an hour; any process may do it. */
function deleteOld(directory: string, maxAgeMs: number): void {
  const marker = join(directory, 'swept')
  const last = modifiedAt(marker)
  if (last !== undefined && Date.now() - last < HOUR_MS) return
  makeDirectory(directory)
  closeSync(openToAppend(marker))
  utimesSync(marker, new Date(), new Date())
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    const age = Date.now() - (modifiedAt(file) ?? Date.now())
    if (name !== 'swept' && age > maxAgeMs) ignoreErrors(() => unlinkSync(file))
  }
}

function modifiedAt(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs
  } catch {
    return undefined
  }
}

/** A verdict that cannot be cached is asked for again. */
function ignoreErrors(act: () => void): void {
  try {
    act()
  } catch {
    // The port must never throw.
  }
}
