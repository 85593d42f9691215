/** What an agent does with the decisions of hooks at an event, in each place where the agent works. From the agents' tables. */
import { type Agent, type Surface, surfaces } from '@hookline/core/agents'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { dialectOf, firedBy } from '../connect/connections.ts'

/** From the best to the worst. */
export const levels = ['enforced', 'emulated', 'observed only', 'cannot'] as const
export type Level = (typeof levels)[number]

/** What a hook can decide. */
export const verbs = ['deny', 'ask', 'rewrite'] as const
export type Verb = (typeof verbs)[number]

export interface Coverage {
  readonly level: Level
  /** What happens instead. */
  readonly why?: string
  /** What limits it in this place. */
  readonly note?: string
}

/** The names of the places for people. */
export const surfaceTitles: Readonly<Record<Surface, string>> = {
  ide: 'IDE',
  cli: 'CLI',
  background: 'background',
  subagent: 'subagent',
  tab: 'Tab',
}

/** The places where the agent works. Every agent works somewhere. */
export const surfacesOf = ({ surfaces: known = { cli: { hooks: 'all' } } }: Agent): readonly Surface[] =>
  surfaces.filter((surface) => known[surface] !== undefined)

/** Undefined: the event has no such decision, or does not happen in that place. */
export function coverageAt(agent: Agent, event: EventName, verb: Verb, surface: Surface): Coverage | undefined {
  const known = agent.surfaces ?? { cli: { hooks: 'all' } }
  const row = known[surface]
  const special = Object.values(known).flatMap(({ events = [] }) => events)
  const happens = row?.events === undefined ? !special.includes(event) : row.events.includes(event)
  if (row === undefined || !happens) return undefined
  if (row.hooks === 'none') return { level: 'cannot', why: `${agent.title} runs no hooks there` }
  const found = coverageOf(agent, event, verb)
  const notes = [found?.note, row.hooks === 'project' ? projectOnly : undefined, row.note].filter(
    (one) => one !== undefined,
  )
  if (found === undefined || found.level === 'cannot' || notes.length === 0) return found
  return { ...found, note: notes.join('; ') }
}
const projectOnly = "only the workspace's own settings count there. To connect it: hookline connect --project"

/** The same wherever the agent works. */
function coverageOf(agent: Agent, event: EventName, verb: Verb): Coverage | undefined {
  const { gate, reply } = eventRows[event]
  if (firedBy(agent, event).length === 0) return { level: 'cannot', why: `${agent.title} never reports ${event}` }
  if (verb === 'rewrite' && !reply.some((field) => field.startsWith('updated_'))) return undefined
  if (verb === 'ask' && gate.kind !== 'permission') return undefined
  return readers[verb](agent, event)
}

const rowOf = (agent: Agent, event: EventName) => dialectOf(agent)?.agent?.rows[event] ?? {}

function coverDenial(agent: Agent, event: EventName): Coverage {
  const { refusal, onlyPart } = rowOf(agent, event)
  if (onlyPart !== undefined) return { level: 'cannot', why: `${agent.title}: ${onlyPart}` }
  // The act is over, so such a hook only observes in every agent.
  if (eventRows[event].gate.kind === 'none') return { level: 'observed only' }
  const found = typeof refusal === 'function' ? refusal({}) : refusal
  if (found === 'stops') return { level: 'enforced' }
  return found === 'later'
    ? { level: 'emulated', why: `${agent.title} goes on, and is stopped at its next gate` }
    : { level: 'observed only', why: `${agent.title} ignores a denial at ${event}` }
}

function coverQuestion(agent: Agent, event: EventName): Coverage {
  if (rowOf(agent, event).ask === 'asks')
    return dialectOf(agent)?.agent?.mayRefuseQuestions === true
      ? { level: 'enforced', note: 'without a person it is refused, and `hookline approve` lists it' }
      : { level: 'enforced' }
  const denial = coverDenial(agent, event)
  return denial.level === 'observed only'
    ? denial
    : {
        level: 'emulated',
        why: `${agent.title} has no question here: it is refused, with a code for \`hookline approve\``,
      }
}

function coverRewrite(agent: Agent, event: EventName): Coverage {
  const fields = eventRows[event].reply.filter((field) => field.startsWith('updated_'))
  const rules = fields.map((field) => rowOf(agent, event).rewrites?.[field])
  const [rule] = rules
  if (rule !== undefined && rules.every((one) => one?.at === undefined && one?.except === undefined))
    return { level: 'enforced' }
  if (rule !== undefined) {
    const parts = [rule.at === undefined ? undefined : `applied at ${rule.at}`, exceptText(rule.except)]
    return { level: 'emulated', why: parts.filter((part) => part !== undefined).join('; ') }
  }
  const denial = coverDenial(agent, event)
  return denial.level === 'observed only'
    ? { level: 'cannot', why: `${agent.title} does not apply rewrites at ${event}` }
    : { level: 'emulated', why: `${agent.title} does not apply rewrites at ${event}: what a hook rewrites is refused` }
}
const exceptText = (except: string | undefined): string | undefined =>
  except === undefined ? undefined : `refused for ${except}`

const readers = { deny: coverDenial, ask: coverQuestion, rewrite: coverRewrite } as const

/** The worst of several, because a guard holds only where it holds everywhere. */
export function worst(all: readonly (Coverage | undefined)[]): Coverage | undefined {
  const found = all.filter((one) => one !== undefined)
  return found.toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level))[0]
}
