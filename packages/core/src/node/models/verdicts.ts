/** Verdicts of prompt hooks on disk: a file each, by the hash of all it depends on, 0600, gone after some hours. */
import { createHash } from 'node:crypto'
import { closeSync, readdirSync, statSync, unlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { VerdictSubject, Verdicts } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend, readRegularText } from '../system/regular-file.ts'
import { writeState } from '../system/state-file.ts'

export interface VerdictsOptions {
  readonly directory: string
  /** Asked for each time: a change of the settings is heard at once. 0: nothing is kept. */
  readonly hours: () => number
  /** What answers when this model is asked for: endpoint and name. Undefined: nobody, so nothing is kept. */
  readonly identify: (model: string | undefined) => { readonly model: string; readonly endpoint: string } | undefined
}

const HOUR_MS = 3_600_000

export function diskVerdicts({ directory, hours, identify }: VerdictsOptions): Verdicts {
  const placeOf = (about: VerdictSubject) => {
    const who = hours() > 0 ? identify(about.model) : undefined
    if (who === undefined) return undefined
    const key = JSON.stringify([who.endpoint, who.model, about.system, about.prompt, about.input])
    return { ...who, file: join(directory, `${createHash('sha256').update(key).digest('hex')}.json`) }
  }
  return {
    find(about) {
      const place = placeOf(about)
      const text = place === undefined ? undefined : read(place.file, hours() * HOUR_MS)
      return place === undefined || text === undefined ? undefined : { text, model: place.model }
    },
    keep(about, text) {
      const place = placeOf(about)
      if (place === undefined) return
      quietly(() => {
        writeState(place.file, { text })
        sweep(directory, hours() * HOUR_MS)
      })
    },
  }
}

function read(file: string, longestMs: number): string | undefined {
  try {
    const age = Date.now() - statSync(file).mtimeMs
    // A file from the future is of another clock: its age is not known.
    if (age > longestMs || age < -HOUR_MS) return undefined
    const value: unknown = JSON.parse(readRegularText(file) ?? '')
    return isObject(value) && typeof value.text === 'string' ? value.text : undefined
  } catch {
    return undefined
  }
}

/** Once an hour, whoever comes by. */
function sweep(directory: string, longestMs: number): void {
  const marker = join(directory, 'swept')
  const last = modified(marker)
  if (last !== undefined && Date.now() - last < HOUR_MS) return
  makeDirectory(directory)
  closeSync(openToAppend(marker))
  utimesSync(marker, new Date(), new Date())
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    const age = Date.now() - (modified(file) ?? Date.now())
    if (name !== 'swept' && age > longestMs) quietly(() => unlinkSync(file))
  }
}

function modified(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs
  } catch {
    return undefined
  }
}

/** What cannot be kept is asked again. */
function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // Contract of the port: never throws.
  }
}
