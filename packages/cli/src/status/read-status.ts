/** Reads for each agent whether it calls Hookline, and for each configured hook whether it can fire. It runs nothing. */
import { levelOfSource } from '@hookline/core/agents'
import { callsHookline, type Entry, logDirectory, openLog } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { type ClosedGates, findClosedGates, isClosedGate } from '../closed-gates.ts'
import { connectionsOf } from '../connect/connections.ts'
import { agentObstacles, fileObstacles, type Obstacle } from '../connect/obstacles.ts'
import { knownAgents, missedBy, reachOf, runsIn } from '../connect/reach.ts'
import { eventsOf, type Level } from '../connect/settings.ts'
import { type SettingsFault, settingsFaults } from '../connect/settings-faults.ts'
import { findUncalled, type Uncalled } from '../connect/uncalled.ts'
import { questionText } from '../coverage/questions.ts'
import { trustCommand } from '../doctor/next.ts'
import type { Survey } from '../doctor/survey.ts'
import { readWritten } from '../edit/written.ts'
import { type LastProof, readLastProof } from '../headless/proofs.ts'
import { nodeFacts } from '../lint/context/node-facts.ts'
import { findStartFaults } from '../lint/start-faults.ts'
import { isFile } from '../machine/file-stat.ts'
import type { RootTrust } from '../root-trust.ts'
import { quoted, whyText } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'

/** One settings file of an agent that calls Hookline. */
interface ConnectedFile {
  readonly level: Level
  readonly file: string
  /** When `connect` wrote it; absent if another program or an earlier version did. */
  readonly since?: string
  /** The agent's events at which it calls Hookline. */
  readonly events: number
}
export interface AgentStatus {
  readonly agent: Agent
  readonly state: 'connected' | 'partly connected' | 'not connected' | 'blocked'
  readonly files: readonly ConnectedFile[]
  /** The agent's events at which it does not call Hookline. */
  readonly missing: readonly string[]
  readonly obstacles: readonly Obstacle[]
  /** Its settings files that cannot be used, and do not call Hookline. */
  readonly faults: readonly SettingsFault[]
  readonly lastEvent?: { readonly at: string; readonly event: string }
  /** The last proof through the agent itself. */
  readonly proof?: LastProof
  /** What it does with a question of these hooks, if it does not simply ask. For people. */
  readonly questions?: string
  /** Hooks that run in it. */
  readonly active: number
  /** Events at which Hookline refuses everything that this agent asks about. */
  readonly refuses: readonly string[]
  /** Hooks that would run in it if it called Hookline. */
  readonly missed: number
}
export interface IdleHook extends Uncalled {
  readonly entry: Entry
}
export interface Status {
  readonly root: string
  readonly roots: readonly RootTrust[]
  readonly agents: readonly AgentStatus[]
  readonly hooks: number
  /** Hooks whose scripts run from checked copies. */
  readonly checkedCopies: number
  readonly idle: readonly IdleHook[]
  /** Parts of packs for a surface that no agent of this machine has. Nothing is unguarded without them. */
  readonly elsewhere: readonly IdleHook[]
  /** Gates that refuse everything. */
  readonly closed: readonly ClosedGates[]
  /** Hook files of which no hook runs, because they cannot be used. */
  readonly files: readonly Obstacle[]
  /** Hooks that are off because the organisation or a team admits only its own, and where it says so. */
  readonly notAdmitted?: { readonly hooks: number; readonly why: string }
  readonly ok: boolean
}

/** Reasons that need nothing: the hook is for another system or another version, or the same hook runs already. */
const intended = new Set(['other-system', 'edition', 'duplicate', 'managed-only'])

export async function readStatus(surveyed: Survey): Promise<Status> {
  const { entries, root, roots } = surveyed
  // A closed gate stands for hooks that cannot be used, and is not one of them.
  const hooks = entries.filter(
    (entry) => !callsHookline(entry) && !isClosedGate(entry) && !intended.has(entry.held?.why ?? ''),
  )
  const found = knownAgents(surveyed, surveyed.env)
  const lastEvents = await readLastEvents(found)
  const agents = found.map((agent) => agentStatus(agent, hooks, surveyed, lastEvents))
  const uncalled = findUncalled(entries, root, surveyed.env)
  const faults = await readStartFaults(hooks, surveyed)
  const unable = hooks.flatMap((entry) => whyIdle(entry, uncalled, faults))
  const elsewhere = unable.filter(({ isElsewhere }) => isElsewhere)
  const idle = unable.filter(({ isElsewhere }) => isElsewhere !== true)
  const isGuarded = agents.every(
    ({ missed, obstacles, proof }) => missed === 0 && obstacles.length === 0 && !isRefuted(proof),
  )
  const files = fileObstacles(surveyed)
  const closed = findClosedGates(entries, roots)
  const ok = idle.length + files.length + closed.length === 0 && isGuarded
  const checkedCopies = hooks.filter((entry) => entry.checkedFiles !== undefined && canFire(entry)).length
  return {
    ...{ root, roots, agents, hooks: hooks.length, checkedCopies, idle, elsewhere, closed, files, ok },
    ...findNotAdmitted(entries),
  }
}

/** The agent ran a denied command, and nothing has changed since. */
const isRefuted = (proof: LastProof | undefined): boolean => proof?.state === 'failed' && proof.changed === undefined

function agentStatus(
  agent: Agent,
  hooks: readonly Entry[],
  surveyed: Survey,
  lastEvents: ReadonlyMap<string, AgentStatus['lastEvent']>,
): AgentStatus {
  const { entries } = surveyed
  const reach = reachOf(agent, hooks.filter(canFire), entries)
  const obstacles = agentObstacles(agent, surveyed)
  const all = eventsOf(agent)
  const missing = all.filter((event) => !reach.connected.has(event))
  const isBlocked = obstacles.some(({ part }) => part !== true)
  const state = isBlocked
    ? 'blocked'
    : missing.length === 0
      ? 'connected'
      : missing.length < all.length
        ? 'partly connected'
        : 'not connected'
  const lastEvent = lastEvents.get(agent.name)
  const proof = readLastProof(agent, entries, surveyed.home, surveyed.env)
  const running = isBlocked ? [] : runsIn(reach)
  const questions = questionText(
    agent,
    running.map(({ event }) => event),
  )
  return {
    agent,
    state,
    files: filesOf(agent, entries),
    missing,
    obstacles,
    faults: settingsFaults(agent, surveyed).filter(({ mentionsCall }) => !mentionsCall),
    active: running.length,
    refuses: isBlocked ? [] : refusedEvents(agent, entries),
    missed: missedBy(reach).length,
    ...(lastEvent === undefined ? {} : { lastEvent }),
    ...(proof === undefined ? {} : { proof }),
    ...(questions === undefined ? {} : { questions }),
  }
}

const refusedEvents = (agent: Agent, entries: readonly Entry[]): readonly string[] => [
  ...new Set(runsIn(reachOf(agent, entries.filter(isClosedGate), entries)).map(({ event }) => event)),
]

/** Only of hooks that would be started. */
const readStartFaults = (hooks: readonly Entry[], { files, problems, root, roots, env }: Survey) =>
  findStartFaults(
    {
      entries: hooks.filter(canFire),
      problems,
      files: files.flatMap(({ path, source }) => (isFile(path) ? [{ file: path, source }] : [])),
      root,
      roots,
    },
    nodeFacts(env),
  )

function findNotAdmitted(entries: readonly Entry[]): Pick<Status, 'notAdmitted'> {
  const off = entries.filter((entry) => entry.held?.why === 'managed-only' && !callsHookline(entry))
  const why = off[0]?.held?.detail
  return why === undefined ? {} : { notAdmitted: { hooks: off.length, why } }
}

const canFire = ({ held, broken }: Entry): boolean => held === undefined && broken === undefined

function filesOf(agent: Agent, entries: readonly Entry[]): readonly ConnectedFile[] {
  const calls = connectionsOf(agent, entries)
  const { files } = readWritten()
  return [...new Set(calls.flatMap(({ origin }) => origin.file ?? []))].map((file) => {
    const here = calls.filter(({ origin }) => origin.file === file)
    const since = files[file]?.connected?.at
    return {
      level: isUserLevel(here[0]) ? 'user' : 'project',
      file,
      events: new Set(here.map(({ event, hostEvent }) => hostEvent ?? event)).size,
      ...(since === undefined ? {} : { since }),
    }
  })
}

/** A file of the agent that Hookline does not run has no root, but its source has a level. */
const isUserLevel = (call: Entry | undefined): boolean =>
  call?.origin.root === undefined && levelOfSource(call?.origin.source ?? 'user') !== 'project'

function whyIdle(
  entry: Entry,
  uncalled: ReadonlyMap<string, Uncalled>,
  faults: ReadonlyMap<string, string>,
): readonly IdleHook[] {
  const { held, unrunnable, origin } = entry
  const check = `hookline check ${quoted(oneLine(origin.file ?? '.'))}`
  if (held !== undefined)
    return [{ entry, why: whyText(held).replace(/; run: .*$/, ''), next: nextWhenSkipped(entry, held, check) }]
  const fault = unrunnable?.message ?? faults.get(entry.id)
  if (fault !== undefined) return [{ entry, why: oneLine(fault), next: check }]
  const found = uncalled.get(entry.id)
  return found === undefined ? [] : [{ entry, ...found }]
}

function nextWhenSkipped({ origin }: Entry, { why, detail }: NonNullable<Entry['held']>, check: string): string {
  if (why === 'untrusted' || why === 'changed') return trustCommand(origin.root ?? '.')
  if (why === 'paused') return 'hookline team status'
  return /; run: (.*)$/.exec(oneLine(detail))?.[1] ?? check
}

/** The last recorded event of each agent. Events that Hookline invented do not count. */
async function readLastEvents(agents: readonly Agent[]): Promise<ReadonlyMap<string, AgentStatus['lastEvent']>> {
  const found = new Map<string, AgentStatus['lastEvent']>()
  const names = new Set(agents.map(({ name }) => name))
  const log = openLog(logDirectory())
  for (const name of names) {
    const where = ({ host, purpose }: { host: { name?: string }; purpose?: string }) =>
      purpose === undefined && host.name === name
    const { records } = await log.query({ limit: 1, scan: MAX_SCANNED, where })
    const [last] = records
    if (last !== undefined) found.set(name, { at: last.at, event: last.event })
  }
  return found
}
const MAX_SCANNED = 5_000
