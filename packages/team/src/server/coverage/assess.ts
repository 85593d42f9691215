/** Derives the state of a machine from what it has reported. Pure. */
import { quietHours } from '../../wire/alarms.ts'
import type { CoverageState } from '../../wire/coverage.ts'
import type { Row } from '../store/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An agent that has not asked for this long no longer counts as one that asks. */
const askWindowMs = 7 * dayMs
/** A machine that has not synced for this long is quiet. A team can set another time. */
export const defaultQuietHours = quietHours.usual
/** An agent in use may have nothing to ask for a while. */
const usedWithoutAskingMs = dayMs
/** State that does not depend on time is still checked again once a day. */
const recheckMs = dayMs

export type AgentRow = Omit<Row<'device_agents'>, 'team_id' | 'device_id' | 'last_event'>
type DeviceRow = Pick<Row<'devices'>, 'covered_at' | 'last_sync_at' | 'canary_state'>

/** Why an agent is not guarded. */
export type Gap = 'not-connected' | 'blocked' | 'not-asking' | 'proof-failed' | 'never-asked' | 'long-ago'

/** Undefined: the agent asks. A call from a project's file counts although the person's own settings have none. */
export function findGap(agent: AgentRow, now: number): Gap | undefined {
  const { connection, proof, proved_at, last_asked_at, last_used_at, connection_since } = agent
  if (proof === 'failed') return 'proof-failed'
  if (connection === 'blocked') return 'blocked'
  const lastSign = Math.max(last_asked_at, proof === 'proved' ? proved_at : 0)
  if (connection === 'not-connected' && lastSign <= connection_since) return 'not-connected'
  if (lastSign === 0) return 'never-asked'
  if (last_used_at - lastSign > usedWithoutAskingMs) return 'not-asking'
  return now - lastSign < askWindowMs ? undefined : 'long-ago'
}

interface Assessment {
  readonly state: CoverageState
  /** When time alone may change the state. */
  readonly recheckAt: number
}

export function assess(device: DeviceRow, agents: readonly AgentRow[], quietMs: number, now: number): Assessment {
  const contactAt = Math.max(device.covered_at, device.last_sync_at ?? 0)
  const gaps = agents.map((agent) => findGap(agent, now))
  const ends = [
    contactAt + quietMs,
    ...agents.map(({ last_asked_at, proved_at }) => Math.max(last_asked_at, proved_at) + askWindowMs),
  ]
  const recheckAt = Math.min(now + recheckMs, ...ends.filter((end) => end > now))
  return { state: findState(device, contactAt, gaps, quietMs, now), recheckAt }
}

function findState(
  { covered_at, canary_state }: DeviceRow,
  contactAt: number,
  gaps: readonly (Gap | undefined)[],
  quietMs: number,
  now: number,
): CoverageState {
  if (covered_at === 0) return 'unknown'
  if (now - contactAt >= quietMs) return 'quiet'
  if (canary_state === 'failed' || gaps.includes('proof-failed')) return 'failing'
  if (!gaps.includes(undefined)) return 'idle'
  return gaps.some(isOpen) ? 'partly' : 'guarded'
}

/** An agent that is there and was not used lately leaves nothing open. */
const isOpen = (gap: Gap | undefined): boolean => gap !== undefined && gap !== 'long-ago' && gap !== 'never-asked'
