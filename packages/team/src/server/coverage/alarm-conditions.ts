/** Finds what is wrong with a machine that was guarded. Pure. */
import type { AlarmKind } from '../../wire/alarms.ts'
import type { CoverageState } from '../../wire/coverage.ts'
import { type AgentRow, findGap, type Gap } from './assess.ts'

export interface Condition {
  readonly kind: AlarmKind
  /** The names of the agents. Empty if it concerns the machine. */
  readonly agents: readonly string[]
}

const ofGaps: readonly (readonly [AlarmKind, readonly Gap[]])[] = [
  ['disconnected', ['not-connected', 'blocked']],
  ['not-asking', ['not-asking']],
  ['proof-failed', ['proof-failed']],
]

/** Undefined: a machine that is away says nothing new about its agents, so their alarms stay as they are. */
export function findConditions(
  state: CoverageState,
  canaryState: string,
  agents: readonly AgentRow[],
  now: number,
): readonly Condition[] | undefined {
  if (state === 'quiet') return undefined
  // An agent that never asked was never guarded.
  const guarded = agents.filter(({ last_asked_at, proved_at }) => last_asked_at > 0 || proved_at > 0)
  const gaps = guarded.map((agent) => ({ name: agent.agent, gap: findGap(agent, now) }))
  return ofGaps.flatMap(([kind, causes]) => {
    const names = gaps.flatMap(({ name, gap }) => (gap !== undefined && causes.includes(gap) ? [name] : []))
    const isFailed = kind === 'proof-failed' && canaryState === 'failed'
    return names.length > 0 || isFailed ? [{ kind, agents: names }] : []
  })
}
