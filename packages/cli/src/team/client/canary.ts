/** The scheduled canary of a machine of a team: proves the hooks that count everywhere, and remembers the result for the next report. */
import { join } from 'node:path'
import type { Settings } from '@hookline/core/node'
import { readState, stateDirectory, thisPlatform, writeState } from '@hookline/core/team'
import type { ReportedCanary } from '@hookline/team/client'
import { provable, prove } from '../../doctor/prove.ts'
import { type Survey, survey } from '../../doctor/survey.ts'
import type { Io } from '../../io.ts'
import { isCi } from '../../machine/is-ci.ts'

const hourMs = 3_600_000
const intervals: Readonly<Record<string, number>> = { hourly: hourMs, daily: 24 * hourMs, weekly: 7 * 24 * hourMs }
/** All hooks together. A hook has its own limit too. */
const limitMs = 5 * 60_000

/** The organisation's file counts first, then the person's, then those of teams, of which the most frequent counts. */
export function canaryInterval(settings: readonly Settings[]): number | undefined {
  const of = (source: string) =>
    settings.flatMap(({ source: from, values }) =>
      from === source && values.canary !== undefined ? [values.canary] : [],
    )
  const [first = []] = ['enterprise', 'user', 'team'].map(of).filter((values) => values.length > 0)
  const times = first.flatMap((value) => intervals[String(value)] ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

const canaryFile = (): string => join(stateDirectory(thisPlatform()), 'canary.json')

/** The last canary of this machine. */
export function readCanary(): ReportedCanary | undefined {
  const stored = readState(canaryFile())
  if (stored.kind !== 'read') return undefined
  const { at, state, proved, failed } = stored.value
  const areLists = [proved, failed].every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))
  if (typeof at !== 'string' || typeof state !== 'string' || !areLists) return undefined
  // The line above has checked every field.
  return { at, state, proved, failed } as ReportedCanary
}

/** Runs the canary if a setting asks for one and the last is old enough. Only for syncs that no person waits for. */
export async function runDueCanary(io: Pick<Io, 'env' | 'signal'>, now: number): Promise<void> {
  if (isCi(io.env)) return
  const { home } = thisPlatform()
  const surveyed = await survey(home, 'hookline', io.env)
  try {
    const interval = canaryInterval(surveyed.settings)
    if (interval === undefined || !isDue(interval, now)) return
    // Written first, so that a canary that does not end is not started again at every sync.
    const begun = { at: new Date(now).toISOString(), state: 'not-proved', proved: [], failed: [] }
    writeState(canaryFile(), begun)
    writeState(canaryFile(), { ...begun, ...(await proveHooks(surveyed, home, io.signal)) })
  } finally {
    await surveyed.hooks.close()
  }
}

/** A time in the future comes from a clock that was wrong. */
function isDue(interval: number, now: number): boolean {
  const age = now - Date.parse(readCanary()?.at ?? '')
  return !(age >= 0 && age < interval)
}

async function proveHooks(surveyed: Survey, home: string, signal: AbortSignal): Promise<Omit<ReportedCanary, 'at'>> {
  const limit = AbortSignal.timeout(limitMs)
  const events = provable(surveyed)
  const { failedEvents } = await prove(surveyed, home, AbortSignal.any([signal, limit]))
  if (signal.aborted || limit.aborted) return { state: 'not-proved', proved: [], failed: [] }
  const proved = events.filter((event) => !failedEvents.has(event))
  const state = failedEvents.size > 0 ? 'failed' : proved.length > 0 ? 'proved' : 'not-proved'
  return { state, proved, failed: [...failedEvents] }
}
