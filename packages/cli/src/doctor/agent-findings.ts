/** How far the hooks of each agent came: configured → loaded → matched → proved. The lowest is shown. */
import { callsHookline, type Entry } from '@hookline/core/node'
import type { Agent, AgentFound } from '../agents.ts'
import { isConnected } from '../connect/connections.ts'
import { limitsOf } from '../connect/limits.ts'
import {
  agentObstacles,
  fileObstacles,
  guardText,
  type Obstacle,
  obstacleText,
  worstObstacle,
} from '../connect/obstacles.ts'
import { stateObstacles } from '../connect/state-obstacles.ts'
import { counted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import { canariesFor } from './canary.ts'
import { type Finding, type Level, lowest } from './finding.ts'
import { isGate } from './gates.ts'
import { type Group, gateFinding, observerFinding } from './hook-findings.ts'
import { inlineFindings } from './inline-finding.ts'
import { initCommand } from './next.ts'
import type { Proof } from './prove.ts'
import { foundAgents, missText, reachOf } from './reach.ts'
import type { Survey } from './survey.ts'
import { vanishingFindings } from './vanishing.ts'

export interface AgentReport {
  readonly name: string
  readonly title: string
  readonly seen: string
  /** Absent: it has no hooks here, or is not supported yet. */
  readonly level?: Level
  readonly hooks: number
  readonly findings: readonly Finding[]
}
interface Facts {
  readonly survey: Survey
  /** What can run at all: no calls of ourselves, nothing switched off. */
  readonly hooks: readonly Entry[]
  readonly matched: ReadonlySet<string>
  readonly proof: Proof | undefined
  /** Why hooks cannot run, whatever the agent. */
  readonly obstacles: readonly Obstacle[]
}

/** Switched off on purpose, or not meant for here: no reason to call the rest unproved. */
const meant = new Set(['disabled', 'other-system', 'duplicate', 'host-owned'])

export function agentReports(survey: Survey, proof: Proof | undefined): readonly AgentReport[] {
  const hooks = survey.entries.filter(isHook)
  const obstacles = [...fileObstacles(survey), ...stateObstacles(survey.stateDirectory, survey.entries)]
  const facts = { survey, hooks, matched: matchedIds(survey), proof, obstacles }
  const reports = foundAgents(survey).map((one) => reportOf(one, facts))
  return [...hooklineReport(obstacles), ...reports, ...nobody(reports, facts)]
}

/** What stops hooks in every agent, once. */
const hooklineReport = (obstacles: readonly Obstacle[]): readonly AgentReport[] =>
  obstacles.length === 0
    ? []
    : [
        {
          name: 'hookline',
          title: 'Hookline',
          seen: '',
          hooks: 0,
          findings: obstacles.map(obstacleFinding('Hookline')),
        },
      ]

const obstacleFinding =
  (subject: string) =>
  (obstacle: Obstacle): Finding => ({
    area: 'agents',
    subject,
    state: 'fail',
    says: obstacleText(obstacle),
    next: obstacle.next,
  })

const isHook = (entry: Entry): boolean =>
  !meant.has(entry.held?.why ?? '') && !callsHookline(entry) && !isClosedByChange(entry)

/** A gate that a change of the workspace closed is no hook of its own. */
export const isClosedByChange = ({ broken, trust }: Entry): boolean => broken !== undefined && trust === 'changed'

function reportOf({ agent, at }: AgentFound, facts: Facts): AgentReport {
  const { name, title, reads } = agent
  const { survey, hooks } = facts
  const base = { name, title, seen: at, hooks: 0 }
  const line = { area: 'agents', subject: title } as const
  if (reads === undefined) {
    const says = `seen (${oneLine(at)}), not supported yet`
    return {
      ...base,
      findings: [
        { ...line, state: 'not-proved', says, next: 'agents that can be connected are offered by: hookline init' },
      ],
    }
  }
  const { direct, through, connected } = reachOf(agent, hooks, survey.entries)
  const mine = connected.size === 0 ? direct : [...direct, ...through]
  const own = agentObstacles(agent, survey)
  const blocked = worstObstacle([...own, ...facts.obstacles])
  const findings = [
    ...own.map(obstacleFinding(title)),
    ...groupFindings(groupOf(agent, mine, direct, connected, facts, blocked), facts),
    ...(connected.size > 0 || through.length === 0
      ? []
      : [unconnected(agent, through, direct.length > 0 || blocked?.part === true, survey)]),
    ...(blocked === undefined ? vanishingFindings(agent, survey) : []),
    ...limitFindings(agent, hooks, survey),
    ...(hooks.length === 0 ? [] : inlineFindings(agent, survey)),
  ]
  if (findings.length === 0)
    return {
      ...base,
      findings: [{ ...line, state: 'warn', says: 'found, no hooks configured', next: initCommand(survey) }],
    }
  const level = levelOf(groupOf(agent, [...direct, ...through], direct, connected, facts, blocked), survey)
  return { ...base, hooks: mine.length, ...(level === undefined ? {} : { level }), findings }
}

/** What it cannot do with what hooks are known to answer. */
const limitFindings = (agent: Agent, hooks: readonly Entry[], survey: Survey): readonly Finding[] =>
  limitsOf(agent, hooks, survey.entries).map(({ says, curable }) => ({
    area: 'agents',
    subject: agent.title,
    state: 'warn',
    says: oneLine(says),
    next: curable ? initCommand(survey) : 'docs/connect.md, "What an agent does with an answer"',
  }))

function groupOf(
  agent: Agent,
  entries: readonly Entry[],
  direct: readonly Entry[],
  connected: ReadonlySet<string>,
  { survey, matched, proof }: Facts,
  blocked: Obstacle | undefined,
): Group {
  const isIn = ({ event }: Entry) => isConnected(agent, event, connected)
  const isCalled = ({ event }: Entry) => proof?.called.get(agent.name)?.has(event) === true
  return {
    subject: agent.title,
    entries,
    ...(blocked === undefined ? {} : { guards: guardText(blocked) }),
    levelOf(entry) {
      if (blocked !== undefined) return 'configured'
      if (direct.includes(entry)) return reached(entry, matched, proof?.proved.has(entry.id) === true)
      return isIn(entry)
        ? reached(entry, matched, proof?.proved.has(entry.id) === true && isCalled(entry))
        : 'configured'
    },
    wayTo: (entry) => blocked?.next ?? (direct.includes(entry) || isIn(entry) ? undefined : initCommand(survey)),
    // That the agent calls them, only its log can show.
    seen: `${connected.size === 0 ? 'their commands ran here' : 'its own command came back allowed and denied as it should'}; ${agent.title} itself was not asked`,
  }
}

const split = ({ entries }: Group, { edition }: Survey) => {
  const gates = entries.filter(({ event }) => isGate(event, edition))
  return { gates, rest: entries.filter((entry) => !gates.includes(entry)) }
}

function groupFindings(group: Group, { survey, proof }: Facts): readonly Finding[] {
  const { gates, rest } = split(group, survey)
  return [
    ...(gates.length === 0 ? [] : [gateFinding({ ...group, entries: gates }, proof?.failed ?? new Set())]),
    ...(rest.length === 0 ? [] : [observerFinding({ ...group, entries: rest })]),
  ]
}

function levelOf(group: Group, survey: Survey): Level | undefined {
  const { gates, rest } = split(group, survey)
  return lowest((gates.length > 0 ? gates : rest).map((entry) => group.levelOf(entry)))
}

function reached(entry: Entry, matched: ReadonlySet<string>, proved: boolean): Level {
  if (entry.held !== undefined || entry.broken !== undefined) return 'configured'
  if (!matched.has(entry.id)) return 'loaded'
  return proved ? 'proved' : 'matched'
}

const unconnected = ({ title }: Agent, through: readonly Entry[], guardsInPart: boolean, survey: Survey): Finding => ({
  area: 'agents',
  subject: title,
  state: 'warn',
  says: `not connected: ${missText(through)}${guardsInPart ? '' : ', so nothing guards here'}`,
  next: initCommand(survey),
})

/** Hooks that no agent found here would run. */
function nobody(reports: readonly AgentReport[], facts: Facts): readonly AgentReport[] {
  const { hooks, survey } = facts
  if (reports.some(({ level }) => level !== undefined) || hooks.length === 0 || facts.obstacles.length > 0) return []
  const group: Group = {
    subject: 'no agent',
    entries: hooks,
    levelOf: (entry) => reached(entry, facts.matched, facts.proof?.proved.has(entry.id) === true),
    wayTo: () => undefined,
    seen: 'their commands ran here',
  }
  const says = `${counted(hooks.length, 'hook')}, ${levelOf(group, survey)?.toUpperCase()} as far as Hookline goes; no agent that runs them was found here`
  const finding: Finding = {
    area: 'agents',
    subject: group.subject,
    state: 'not-proved',
    says,
    next: 'connect one: hookline init',
  }
  const failed = groupFindings(group, facts).filter(({ state }) => state === 'fail')
  return [{ name: 'none', title: 'no agent', seen: '', hooks: hooks.length, findings: [...failed, finding] }]
}

/** The entries that some harmless event reaches. */
function matchedIds({ hooks, root, entries }: Survey): ReadonlySet<string> {
  const events = [...new Set(entries.map(({ event }) => event))]
  return new Set(events.flatMap((event) => canariesFor(event, hooks, root).flatMap(({ reaches }) => [...reaches])))
}
