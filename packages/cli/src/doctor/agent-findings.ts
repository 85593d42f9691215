/** Reports how far the hooks of each agent work: configured → loaded → matched → proved. The lowest level is shown. */
import { callsHookline, type Entry } from '@hookline/core/node'
import type { Agent, FoundAgent } from '../agents.ts'
import { findClosedGates, isClosedGate } from '../closed-gates.ts'
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
import { foundAgents, missText, reachOf, runsIn } from '../connect/reach.ts'
import { faultText, fixFirst, settingsFaults } from '../connect/settings-faults.ts'
import { stateObstacles } from '../connect/state-obstacles.ts'
import { connectCommand } from '../connect/uncalled.ts'
import { driftText, readDrift } from '../drift.ts'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { canariesFor, isGate } from './canary.ts'
import { type Finding, type Level, lowest } from './finding.ts'
import { gateFinding, type HookGroup, observerFinding } from './hook-findings.ts'
import { inlineFindings } from './inline-finding.ts'
import { initCommand } from './next.ts'
import type { Proof } from './prove.ts'
import type { Survey } from './survey.ts'
import { vanishingFindings } from './vanishing.ts'

export interface AgentReport {
  readonly name: string
  readonly title: string
  readonly seen: string
  /** Absent if the agent has no hooks here or is not supported yet. */
  readonly level?: Level
  readonly hooks: number
  readonly findings: readonly Finding[]
}
interface ReportFacts {
  readonly survey: Survey
  /** Hooks that can run: without calls of Hookline and disabled hooks. */
  readonly hooks: readonly Entry[]
  readonly matched: ReadonlySet<string>
  readonly proof: Proof | undefined
  /** Why hooks cannot run in any agent. */
  readonly obstacles: readonly Obstacle[]
}

/** Reasons that are intended, such as a disabled hook. Such hooks do not lower the level of the others. */
const intended = new Set(['disabled', 'other-system', 'duplicate', 'host-owned'])

export function agentReports(survey: Survey, proof: Proof | undefined): readonly AgentReport[] {
  const hooks = survey.entries.filter(isHook)
  const obstacles = [...fileObstacles(survey), ...stateObstacles(survey.stateDirectory, survey.entries)]
  const facts = { survey, hooks, matched: matchedIds(survey), proof, obstacles }
  const reports = foundAgents(survey).map((one) => reportAgent(one, facts))
  return [...hooklineReport(obstacles), ...reports, ...unrunReport(reports, facts)]
}

/** Obstacles that stop hooks in every agent, reported once. */
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
  !intended.has(entry.held?.why ?? '') && !callsHookline(entry) && !isClosedGate(entry)

/** Whether the entry is a gate closed by a change of the workspace, and not a hook. */
export const isClosedByChange = ({ broken, trust }: Entry): boolean => broken !== undefined && trust === 'changed'

function reportAgent({ agent, at }: FoundAgent, facts: ReportFacts): AgentReport {
  const { name, title, reads } = agent
  const { survey, hooks } = facts
  const base = { name, title, seen: at, hooks: 0 }
  const line = { area: 'agents', subject: title } as const
  if (reads === undefined) {
    const says = `found (${oneLine(at)}), but not supported yet`
    return {
      ...base,
      findings: [{ ...line, state: 'not-proved', says, next: `to connect a supported agent: ${connectCommand}` }],
    }
  }
  const { direct, through, connected } = reachOf(agent, hooks, survey.entries)
  const mine = connected.size === 0 ? direct : [...direct, ...through]
  const own = agentObstacles(agent, survey)
  const blocked = worstObstacle([...own, ...facts.obstacles])
  const findings = [
    ...own.map(obstacleFinding(title)),
    ...faultFindings(agent, survey),
    ...(blocked === undefined ? closedFindings(agent, survey) : []),
    ...groupFindings(makeGroup(agent, mine, direct, connected, facts, blocked), facts),
    ...(connected.size > 0 || through.length === 0
      ? []
      : [unconnectedFinding(agent, through, direct.length > 0 || blocked?.part === true)]),
    ...(blocked === undefined ? vanishingFindings(agent, survey) : []),
    ...limitFindings(agent, hooks, survey),
    ...(hooks.length === 0 ? [] : inlineFindings(agent, survey)),
    ...(connected.size === 0 ? [] : driftFindings(agent)),
  ]
  if (findings.length === 0)
    return {
      ...base,
      findings: [{ ...line, state: 'warn', says: 'found, but no hooks are configured', next: initCommand(survey) }],
    }
  const level = levelOf(makeGroup(agent, [...direct, ...through], direct, connected, facts, blocked), survey)
  return { ...base, hooks: mine.length, ...(level === undefined ? {} : { level }), findings }
}

/** Settings files that cannot be used. A broken file that calls Hookline is an obstacle already. */
const faultFindings = (agent: Agent, survey: Survey): readonly Finding[] =>
  settingsFaults(agent, survey)
    .filter(({ mentionsCall }) => !mentionsCall)
    .map((fault) => ({
      area: 'agents',
      subject: agent.title,
      state: 'fail',
      says: `${faultText(fault, survey.root)}. ${oneLine(fault.hint)}`,
      next: fixFirst(connectCommand),
    }))

/** Gates at which Hookline refuses everything that the agent asks about. */
const closedFindings = (agent: Agent, { entries, roots }: Survey): readonly Finding[] =>
  findClosedGates(runsIn(reachOf(agent, entries.filter(isClosedGate), entries)), roots).map(
    ({ why, next, events, changed = [] }) => ({
      area: 'agents',
      subject: agent.title,
      state: 'fail',
      says: `refuses everything at ${counted(events.length, 'gate')}: ${why}${changed.length === 0 ? '' : ` (${changed.map(oneLine).join(', ')})`}`,
      next,
    }),
  )

/** The agent sends what this version of Hookline does not know, so a guard may miss something. */
const driftFindings = (agent: Agent): readonly Finding[] =>
  readDrift()
    .filter((drift) => drift.agent === agent)
    .map((drift) => ({
      area: 'agents',
      subject: agent.title,
      state: 'warn',
      says: driftText(drift),
      next: 'to get the newest version: docs/install.md',
    }))

/** Decisions of hooks that the agent cannot carry out. */
const limitFindings = (agent: Agent, hooks: readonly Entry[], survey: Survey): readonly Finding[] =>
  limitsOf(agent, hooks, survey.entries).map(({ says, fixable }) => ({
    area: 'agents',
    subject: agent.title,
    state: 'warn',
    says: oneLine(says),
    next: fixable ? connectCommand : 'docs/connect.md, "What an agent does with an answer"',
  }))

function makeGroup(
  agent: Agent,
  entries: readonly Entry[],
  direct: readonly Entry[],
  connected: ReadonlySet<string>,
  { matched, proof }: ReportFacts,
  blocked: Obstacle | undefined,
): HookGroup {
  const isIn = ({ event }: Entry) => isConnected(agent, event, connected)
  const isCalled = ({ event }: Entry) => proof?.called.get(agent.name)?.has(event) === true
  return {
    subject: agent.title,
    entries,
    ...(blocked === undefined ? {} : { guards: guardText(blocked) }),
    levelOf(entry) {
      if (blocked !== undefined) return 'configured'
      if (direct.includes(entry)) return levelReached(entry, matched, proof?.proved.has(entry.id) === true)
      return isIn(entry)
        ? levelReached(entry, matched, proof?.proved.has(entry.id) === true && isCalled(entry))
        : 'configured'
    },
    nextFor: (entry) => blocked?.next ?? (direct.includes(entry) || isIn(entry) ? undefined : connectCommand),
    // Only the log of real events can show that the agent calls them.
    seen: `${connected.size === 0 ? 'their commands ran here' : 'its own command allowed and denied correctly'}; ${agent.title} itself was not started`,
  }
}

const split = ({ entries }: HookGroup, { edition }: Survey) => {
  const gates = entries.filter(({ event }) => isGate(event, edition))
  return { gates, rest: entries.filter((entry) => !gates.includes(entry)) }
}

function groupFindings(group: HookGroup, { survey, proof }: ReportFacts): readonly Finding[] {
  const { gates, rest } = split(group, survey)
  return [
    ...(gates.length === 0 ? [] : [gateFinding({ ...group, entries: gates }, proof?.failed ?? new Set())]),
    ...(rest.length === 0 ? [] : [observerFinding({ ...group, entries: rest })]),
  ]
}

function levelOf(group: HookGroup, survey: Survey): Level | undefined {
  const { gates, rest } = split(group, survey)
  return lowest((gates.length > 0 ? gates : rest).map((entry) => group.levelOf(entry)))
}

function levelReached(entry: Entry, matched: ReadonlySet<string>, proved: boolean): Level {
  if (entry.held !== undefined || entry.broken !== undefined) return 'configured'
  if (!matched.has(entry.id)) return 'loaded'
  return proved ? 'proved' : 'matched'
}

const unconnectedFinding = ({ title }: Agent, through: readonly Entry[], guardsInPart: boolean): Finding => ({
  area: 'agents',
  subject: title,
  state: 'warn',
  says: `not connected: ${missText(through)}${guardsInPart ? '' : ', so nothing guards here'}`,
  next: connectCommand,
})

/** Reports hooks that no agent found here would run. */
function unrunReport(reports: readonly AgentReport[], facts: ReportFacts): readonly AgentReport[] {
  const { hooks, survey } = facts
  if (reports.some(({ level }) => level !== undefined) || hooks.length === 0 || facts.obstacles.length > 0) return []
  const group: HookGroup = {
    subject: 'no agent',
    entries: hooks,
    levelOf: (entry) => levelReached(entry, facts.matched, facts.proof?.proved.has(entry.id) === true),
    nextFor: () => undefined,
    seen: 'their commands ran here',
  }
  const says = `${counted(hooks.length, 'hook')}, ${levelOf(group, survey)?.toUpperCase()} in Hookline; no agent that runs them was found here`
  const finding: Finding = {
    area: 'agents',
    subject: group.subject,
    state: 'not-proved',
    says,
    next: connectCommand,
  }
  const failed = groupFindings(group, facts).filter(({ state }) => state === 'fail')
  return [{ name: 'none', title: 'no agent', seen: '', hooks: hooks.length, findings: [...failed, finding] }]
}

/** The entries that a harmless event reaches. */
function matchedIds({ hooks, root, entries }: Survey): ReadonlySet<string> {
  const events = [...new Set(entries.map(({ event }) => event))]
  return new Set(events.flatMap((event) => canariesFor(event, hooks, root).flatMap(({ reaches }) => [...reaches])))
}
