/** What the sentence of health is made of. */
import { callsHookline, type Entry } from '@hookline/core/node'
import { isClosedByChange } from '../../doctor/agent-findings.ts'
import { canRun } from '../../doctor/canary.ts'
import { changedAt, filesOf } from '../scene/changed-at.ts'
import { type Place, type Reached, reachedIn } from '../scene/reached.ts'
import { failsNow, type Recent } from '../scene/recent.ts'

export interface HealthFacts extends Reached {
  readonly active: number
  readonly held: number
  readonly broken: number
  /** The files changed since they were trusted: their gates refuse until they are trusted again. */
  readonly closed: boolean
  readonly lastAt?: number
  readonly unprovenSince?: number
}

export function factsOf(place: Place, recent: Recent): HealthFacts {
  const { entries, root } = place
  const own = entries.filter((entry) => !callsHookline(entry) && !isClosedByChange(entry))
  const active = own.filter(canRun)
  const last = recent.records[0]?.at
  const changed = active.length === 0 ? undefined : changedAt(filesOf(active))
  // Files count in finer steps than records.
  const since = recent.records.filter(
    (record) => record.root === root && (changed === undefined || Date.parse(record.at) >= Math.floor(changed)),
  )
  return {
    ...reachedIn(
      place,
      since.some(({ host }) => host.name !== 'trigger'),
    ),
    active: active.length,
    held: own.filter(({ held }) => held !== undefined && held.why !== 'invalid').length,
    broken: own.filter((entry) => isBroken(entry, recent)).length,
    closed: entries.some(isClosedByChange),
    ...(last === undefined ? {} : { lastAt: Date.parse(last) }),
    ...(changed === undefined || since.length > 0 ? {} : { unprovenSince: changed }),
  }
}

/** It should work and does not; one that is held, disabled for example, should not work. */
function isBroken(entry: Entry, recent: Recent): boolean {
  if (entry.held !== undefined) return entry.held.why === 'invalid'
  return entry.broken !== undefined || failsNow(recent, entry.id)
}
