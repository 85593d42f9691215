/** The files of telemetry in the state directory. */
import { closeSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import type { OtelOwner } from '../../sinks/otel-settings.ts'
import { stateDirectory } from '../../sources/locations.ts'
import { openToAppend } from '../system/regular-file.ts'

export interface OtelPaths {
  readonly directory: string
  /** Names the process that sends. Its time is when that process last showed that it runs. */
  readonly lease: string
  /** Its time is when an event last started such a process. */
  readonly asked: string
  /** The random id of this machine in all data. */
  readonly instance: string
  spool(owner: OtelOwner): string
  status(owner: OtelOwner): string
}

export function otelPaths(platform: Platform): OtelPaths {
  const directory = join(stateDirectory(platform), 'otel')
  return {
    directory,
    lease: join(directory, 'lease'),
    asked: join(directory, 'asked'),
    instance: join(directory, 'instance.json'),
    spool: (owner) => join(directory, owner, 'spool'),
    status: (owner) => join(directory, owner, 'status.json'),
  }
}

/** The process that sends shows at least this often that it runs. */
export const leaseMs = 20_000
/** It has this long to start before another is started. */
const startMs = 5_000

let hasSpooled = false
export const noteSpooled = (): void => {
  hasSpooled = true
}

/** True for the caller that has to start the process that sends. Costs nothing unless this process has spooled an event. Never throws. */
export function claimShipping(platform: Platform, now = Date.now()): boolean {
  if (!hasSpooled) return false
  hasSpooled = false
  const { lease, asked } = otelPaths(platform)
  return ageOf(lease, now) > leaseMs && ageOf(asked, now) > startMs && touch(asked, now)
}

/** Infinity for a file that is missing. A time in the future comes from a clock that was wrong, and is not recent. */
export function ageOf(file: string, now: number): number {
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY
  return changedAt > now + 1000 ? Number.POSITIVE_INFINITY : now - changedAt
}

/** False if the file cannot be written: every event would start a process. */
function touch(file: string, now: number): boolean {
  try {
    closeSync(openToAppend(file))
    utimesSync(file, now / 1000, now / 1000)
    return true
  } catch {
    return false
  }
}
