/**
 * Bounds what one machine adds to the counts of a rollout, so that no machine decides it by the number of its reports. What is
 * above the bound is stored like any other report, and is not counted here.
 */
import type { RingHour } from './count.ts'
import { hourOf } from './days.ts'

/** For each hook and hour: so many runs that did well, so many that denied, and so many that failed. */
const mostInHour = 100
/** Candidates, hooks and kinds of one machine in an hour. A machine could name hooks that do not exist, and what it has counted is read with each report. */
const mostKinds = 1000

/** What a machine has added in the hour of arrival. A machine chooses the times of its decisions, so they do not matter here. */
export interface CountedHour {
  hour: number
  /** By candidate, hook and kind of run. */
  runs: Record<string, number>
}

export const parseCounted = (text: string): CountedHour =>
  // The column holds what `formatCounted` returned, or is empty.
  text === '' ? { hour: 0, runs: {} } : (JSON.parse(text) as CountedHour)

export const formatCounted = (counted: CountedHour): string => (counted.hour === 0 ? '' : JSON.stringify(counted))

/** Returns the rows that count, and adds them to what the machine has counted. */
export function takeCounted(counted: CountedHour, rows: readonly RingHour[], receivedAt: number): readonly RingHour[] {
  const hour = hourOf(receivedAt)
  if (rows.length > 0 && counted.hour !== hour) {
    counted.hour = hour
    counted.runs = {}
  }
  let kinds = Object.keys(counted.runs).length
  return rows.filter(({ candidate, hook_id, denies, failures }) => {
    const kind = Number(failures) > 0 ? 'failed' : Number(denies) > 0 ? 'denied' : 'good'
    const key = `${candidate}/${hook_id}/${kind}`
    const before = counted.runs[key] ?? 0
    if (before >= mostInHour || (before === 0 && kinds >= mostKinds)) return false
    if (before === 0) kinds += 1
    counted.runs[key] = before + 1
    return true
  })
}
