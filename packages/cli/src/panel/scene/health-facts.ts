/** Gathers the facts behind the health sentence. */
import { callsHookline, type Entry } from '@hookline/core/node'
import { isClosedByChange } from '../../doctor/agent-findings.ts'
import { canRun } from '../../doctor/canary.ts'
import { type AgentReach, findAgentReach, type Workspace } from './agent-reach.ts'
import { changedAt, hookFiles } from './changed-at.ts'
import { failsNow, type Recent } from './recent.ts'

export interface HealthFacts extends AgentReach {
  readonly active: number
  readonly skipped: number
  /** Those of the skipped that wait for trust. */
  readonly untrusted: number
  readonly broken: number
  /** The files changed since they were trusted, so their gates deny everything until they are trusted again. */
  readonly closed: boolean
  readonly lastAt?: number
  readonly unprovenSince?: number
}

export function gatherHealthFacts(workspace: Workspace, recent: Recent): HealthFacts {
  const { entries, root } = workspace
  const own = entries.filter((entry) => !callsHookline(entry) && !isClosedByChange(entry))
  const active = own.filter(canRun)
  const last = recent.records[0]?.at
  const changed = active.length === 0 ? undefined : changedAt(hookFiles(active))
  // Round down: file times have fractions of a millisecond, record times do not.
  const since = recent.records.filter(
    (record) => record.root === root && (changed === undefined || Date.parse(record.at) >= Math.floor(changed)),
  )
  return {
    ...findAgentReach(
      workspace,
      since.some(({ host }) => host.name !== 'trigger'),
    ),
    active: active.length,
    skipped: own.filter((entry) => entry.held !== undefined && entry.held.why !== 'invalid').length,
    untrusted: own.filter(({ held }) => held?.why === 'untrusted' || held?.why === 'changed').length,
    broken: own.filter((entry) => isBroken(entry, recent)).length,
    closed: entries.some(isClosedByChange),
    ...(last === undefined ? {} : { lastAt: Date.parse(last) }),
    ...(changed === undefined || since.length > 0 ? {} : { unprovenSince: changed }),
  }
}

/** The hook should work and does not. A hook that is skipped, for example because it is disabled, is not broken. */
function isBroken(entry: Entry, recent: Recent): boolean {
  if (entry.held !== undefined) return entry.held.why === 'invalid'
  return entry.broken !== undefined || failsNow(recent, entry.id)
}
