/** What is known about a destination: what was sent, what was lost, and why it fails. Without secrets. */
import { type Counts, noCounts } from '../../otel/metrics.ts'
import type { Platform } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import type { OtelDestination, OtelOwner } from '../../sinks/otel-settings.ts'
import { countFrom, type SpoolPosition, spoolStart } from '../spool/read.ts'
import { readRegularText } from '../system/regular-file.ts'
import { writeState } from '../system/state-file.ts'
import { otelPaths } from './paths.ts'

export interface OtelState {
  readonly from: SpoolPosition
  /** All counters since the first event, for metrics that are cumulative. */
  readonly counts: Counts
  /** Events that the destination has. */
  readonly sent: number
  /** Events that were lost on this machine, because the spool was full or a line was damaged. */
  readonly dropped: number
  /** Events of which the destination did not take all. */
  readonly rejected: number
  readonly sentAt?: string
  /** Since it was last reached. */
  readonly failures: number
  readonly failure?: { readonly at: string; readonly message: string }
}

/** All series together take a few megabytes. A state that cannot be read would send everything again. */
const MAX_STATE_BYTES = 32 * 2 ** 20

export function readOtelState(platform: Platform, owner: OtelOwner): OtelState {
  try {
    const stored: unknown = JSON.parse(readRegularText(otelPaths(platform).status(owner), MAX_STATE_BYTES) ?? '')
    if (isState(stored)) return stored
  } catch {
    // It is missing, or damaged.
  }
  return { from: spoolStart, counts: noCounts(Date.now()), sent: 0, dropped: 0, rejected: 0, failures: 0 }
}

/** Only `saveOtelState` writes this file, and what it writes has all fields. */
const isState = (value: unknown): value is OtelState =>
  isObject(value) &&
  isObject(value.from) &&
  typeof value.from.segment === 'string' &&
  isObject(value.counts) &&
  isObject(value.counts.series) &&
  typeof value.sent === 'number'

export const saveOtelState = (platform: Platform, owner: OtelOwner, state: OtelState): void =>
  writeState(otelPaths(platform).status(owner), state)

export interface OtelStatus extends Pick<OtelState, 'sent' | 'dropped' | 'rejected' | 'sentAt' | 'failure'> {
  readonly owner: OtelOwner
  readonly file: string
  readonly endpoint: string
  readonly signals: readonly string[]
  readonly protocol: string
  /** Names only: their values may be secrets. */
  readonly headers: readonly string[]
  readonly waiting: number
  readonly unusable?: string
}

export function otelStatus(platform: Platform, destination: OtelDestination): OtelStatus {
  const { owner, file, endpoint, signals, protocol, unusable } = destination
  const { from, sent, dropped, rejected, sentAt, failure, failures } = readOtelState(platform, owner)
  return {
    ...{ owner, file, endpoint, signals, protocol, sent, dropped, rejected },
    headers: Object.keys({ ...destination.headers, ...destination.headerFiles }),
    waiting: countFrom(from, otelPaths(platform).spool(owner)),
    ...(sentAt === undefined ? {} : { sentAt }),
    ...(failure === undefined || failures === 0 ? {} : { failure }),
    ...(unusable === undefined ? {} : { unusable }),
  }
}
