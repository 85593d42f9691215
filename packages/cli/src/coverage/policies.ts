/** The rows of the coverage: the configured hooks, or every gate if there are none. */
import type { Agent, Surface } from '@hookline/core/agents'
import { callsHookline, type Entry, rewritesOf } from '@hookline/core/node'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { absentSurface } from '../connect/surfaces.ts'
import { labelOf } from '../text/entry-text.ts'
import { type Coverage, coverageAt, surfacesOf, type Verb, verbs, worst } from './levels.ts'

export interface Policy {
  readonly label: string
  readonly event: EventName
  /** Its entry; absent for a gate without hooks. */
  readonly id?: string
  /** The hook certainly rewrites, so this counts too. */
  readonly rewrites: boolean
  /** It runs in the background, so it decides nothing in any agent. */
  readonly inBackground?: true
  /** Other hooks of its pack guard in the agents that do not have its event. */
  readonly isPart?: true
}

/** The policies of a workspace. Entries that only call Hookline are none, and neither are those that cannot run. */
export const policiesIn = (entries: readonly Entry[]): readonly Policy[] =>
  policiesOf(entries.filter((entry) => entry.broken === undefined && !callsHookline(entry)))

/** Hooks with the same label at the same event are one policy. */
function policiesOf(hooks: readonly Entry[]): readonly Policy[] {
  if (hooks.length === 0) return gates
  const found = hooks.map((entry): Policy => {
    const { id, event, async } = entry
    const background = async === true ? { inBackground: true as const } : {}
    const part = isPart(entry, hooks) ? { isPart: true as const } : {}
    return { id, label: labelOf(entry), event, rewrites: rewritesOf(entry) === true, ...background, ...part }
  })
  return [...new Map(found.map((policy) => [`${policy.label}\0${policy.event}`, policy])).values()]
}

/** Whether the pack has hooks for other events too. */
const isPart = ({ pack, event }: Entry, hooks: readonly Entry[]): boolean =>
  pack !== undefined && hooks.some((other) => other.pack === pack && other.event !== event)

/** Every event at which a hook can refuse. */
const gates: readonly Policy[] = eventNames
  .filter((event) => eventRows[event].gate.kind !== 'none')
  .map((event) => ({ label: event, event, rewrites: false }))

/** What the agent does with this policy in one place: its denial, and its rewrite if it makes one. */
export const policyAt = (policy: Policy, agent: Agent, surface: Surface): Coverage | undefined =>
  worst(verbsOf(policy).map((verb) => coverVerb(policy, agent, verb, surface)))

/** A hook in the background decides nothing where its event is reported, and cannot wake the model. */
function coverVerb(policy: Policy, agent: Agent, verb: Verb, surface: Surface): Coverage | undefined {
  const { event, inBackground } = policy
  // The event never happens in such an agent, so nothing is unguarded there.
  if (policy.isPart === true && absentSurface(event, [agent]) !== undefined) return undefined
  const found = coverageAt(agent, event, verb, surface)
  return inBackground !== true || found === undefined || found.level === 'cannot'
    ? found
    : {
        level: 'observed only',
        why: 'the hook runs in the background: it is recorded, and neither decides nor wakes the model',
      }
}

const verbsOf = ({ rewrites }: Policy): readonly Verb[] => (rewrites ? ['deny', 'rewrite'] : ['deny'])

/** The worst of all places where the event can happen. */
export const policyIn = (policy: Policy, agent: Agent): Coverage | undefined =>
  worst(surfacesOf(agent).map((surface) => policyAt(policy, agent, surface)))

/** Whether the agent does what such a hook is for: a hook after the act can only observe. */
export function isCovered(policy: Policy, agent: Agent): boolean {
  const level = policyIn(policy, agent)?.level
  return level !== 'cannot' && (level !== 'observed only' || eventRows[policy.event].gate.kind === 'none')
}

/** Everything that is known about a policy in an agent, by place and by what the hook decides. */
export const policyData = (policy: Policy, agent: Agent): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    surfacesOf(agent).map((surface) => [
      surface,
      Object.fromEntries(
        verbs.flatMap((verb) => {
          const found = coverVerb(policy, agent, verb, surface)
          return found === undefined ? [] : [[verb, found]]
        }),
      ),
    ]),
  )
