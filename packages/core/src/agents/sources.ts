/** The sources of hooks in order of priority, and how far each is trusted (CONTRACT §4). */
import type { HookEnvironment, SourceName } from '../flow.ts'
import type { Agent, AgentSource } from './agent.ts'
import { agents } from './list.ts'

const rows: readonly { readonly agent: Agent; readonly source: AgentSource }[] = agents.flatMap((agent) =>
  [...(agent.sources ?? []), ...(agent.ownSources ?? [])].map((source) => ({ agent, source })),
)
const byName = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.source.name, row]))

/** A `hookline.json` has the source name of its level, and is marked with `own`. */
export const sourceNames: readonly SourceName[] = [
  ...(['enterprise', 'team', 'project', 'user'] as const),
  ...rows.map(({ source }) => source.name),
  ...(['plugin', 'inline'] as const),
]
export const isSourceName = (name: unknown): name is SourceName => sourceNames.some((one) => one === name)

/** A lower rank has priority. */
const ranks = new Map(sourceNames.map((name, at) => [name, at]))
export const sourceRank = (source: SourceName): number => ranks.get(source) ?? sourceNames.length

/** The agent whose settings file it is. Undefined for hooks.json, hookline.json and inline hooks. */
export const agentOfSource = (source: string): Agent | undefined => byName.get(source)?.agent
export const levelOfSource = (source: SourceName): AgentSource['level'] | undefined => byName.get(source)?.source.level

/** Hookline runs no hook of these files, and only looks where they call it. */
const callsOnly: ReadonlySet<string> = new Set(
  agents.flatMap(({ ownSources = [] }) => ownSources.map(({ name }) => name)),
)
/** Whether Hookline reads the file only to see where the agent calls it. */
export const isConnectionSource = (source: SourceName): boolean => callsOnly.has(source)

/** Whether it is a file of a workspace, of any agent. */
export const isProjectSource = (source: SourceName): boolean =>
  source === 'project' || ['project', 'local'].includes(levelOfSource(source) ?? '')
/** Whether it is a file of a workspace that everyone with the workspace gets. */
export const isSharedSource = (source: SourceName): boolean =>
  source === 'project' || source === 'plugin' || levelOfSource(source) === 'project'
/** Whether it comes from an organisation or a team, so that the person cannot switch it off. */
export const isManagedSource = (source: SourceName): boolean => source === 'enterprise' || source === 'team'
/** Whether it is a file in the user's home directory. */
export const isUserSource = (source: SourceName): boolean => source === 'user' || levelOfSource(source) === 'user'

const trust: Readonly<Partial<Record<SourceName, number>>> = { enterprise: 5, team: 4, user: 3, inline: 3, project: 2 }
const trustOfLevel = { user: 3, project: 2, local: 2 } as const
const leastTrust = 1

/** How far a source is trusted. A higher number means more trust. */
export function trustRank(source: SourceName): number {
  const level = levelOfSource(source)
  return level === undefined ? (trust[source] ?? leastTrust) : trustOfLevel[level]
}

/** A team's hooks come to machines of people who did not write them, so they do not get these people's secrets unless they ask. */
const cleanSources: ReadonlySet<SourceName> = new Set<SourceName>(['team'])
/** What the hooks of a source inherit if neither their entry nor their file says so. */
export const defaultEnvironment = (source: SourceName): HookEnvironment | undefined =>
  cleanSources.has(source) ? 'clean' : undefined
