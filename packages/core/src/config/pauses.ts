/** Pauses that a team has signed: which hooks they are for, when they are in force, and when they end by themselves. Pure. */
import type { Config, Entry, Pause } from '../flow.ts'
import { isObject } from '../schema.ts'

/** A pause of one hook, by its id in the team. 0: of all hooks of the team. */
export interface SignedPause extends Pause {
  readonly hookId: number
}

export const pauseLimits = {
  /** A longer pause is not obeyed, so that no mistake leaves machines without guards for ever. */
  longestMs: 7 * 24 * 3_600_000,
  /** How far a machine's clock may be behind the server's: as far as the server accepts a machine's proof. */
  clockSkewMs: 5 * 60_000,
  count: 100,
  reasonLength: 500,
} as const

/** The file of a set that has its pauses. No script of a team can have such a name, because of the dot. */
export const pausesFile = '.pauses.json'

/** Returns undefined for text that this version cannot read: then no hook is paused. */
export function readPauses(text: string): readonly SignedPause[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isPause) ? value : undefined
  } catch {
    return undefined
  }
}

export const isPause = (value: unknown): value is SignedPause =>
  isObject(value) &&
  Number.isSafeInteger(value.hookId) &&
  // The line above allows only numbers.
  (value.hookId as number) >= 0 &&
  [value.from, value.until].every((at) => typeof at === 'string' && isoTime.test(at)) &&
  // The line above allows only times.
  isShort(value as Pick<Pause, 'from' | 'until'>) &&
  typeof value.by === 'string' &&
  typeof value.reason === 'string' &&
  value.reason.trim() !== '' &&
  value.reason.length <= pauseLimits.reasonLength
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

function isShort({ from, until }: Pick<Pause, 'from' | 'until'>): boolean {
  const lengthMs = Date.parse(until) - Date.parse(from)
  return lengthMs > 0 && lengthMs <= pauseLimits.longestMs
}

/** Before it began, the clock of this machine is wrong. In doubt the hook runs. */
export const isInForce = ({ from, until }: Pick<Pause, 'from' | 'until'>, now: number): boolean =>
  Date.parse(from) - pauseLimits.clockSkewMs <= now && now < Date.parse(until)

/** The pauses of the hook with this id. */
export const pausesOf = (pauses: readonly SignedPause[], hookId: number): readonly Pause[] =>
  pauses.filter((pause) => pause.hookId === 0 || pause.hookId === hookId).map(({ hookId: _, ...pause }) => pause)

export const pauseText = ({ until, by, reason }: Pause): string => `paused until ${until} by ${by}: ${reason}`

/** Marks an entry that is paused now as skipped. A pause also opens a gate that is closed because its hook cannot be used. */
export function pauseEntry(entry: Entry, now: number): Entry {
  const { pauses = [], broken: _, ...rest } = entry
  const [longest] = pauses
    .filter((pause) => isInForce(pause, now))
    .toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until))
  if (longest === undefined || entry.held !== undefined) return entry
  return { ...rest, pauses, held: { why: 'paused', detail: pauseText(longest) } }
}

/** When the next pause begins or ends; Infinity if none does. */
export function nextPauseChange({ entries }: Config, now: number): number {
  let next = Number.POSITIVE_INFINITY
  // Not `Math.min` with all of them: hooks times pauses may be more than a call takes.
  for (const { pauses = [] } of entries)
    for (const { from, until } of pauses)
      for (const at of [Date.parse(from) - pauseLimits.clockSkewMs, Date.parse(until)])
        if (at > now && at < next) next = at
  return next
}
