/**
 * What a machine reports about its agents: names, versions and times. Nothing here has text of a person, and a machine sends
 * nothing that does not fit. The server refuses a report with anything else.
 */
const connections = ['connected', 'partly-connected', 'not-connected', 'blocked'] as const
const proofs = ['', 'proved', 'failed', 'not-proved', 'outdated'] as const
const canaryStates = ['proved', 'failed', 'not-proved'] as const

/** The state of a machine, as the server derives it from the reports. */
export const coverageStates = ['guarded', 'partly', 'idle', 'failing', 'quiet', 'unknown'] as const
export type CoverageState = (typeof coverageStates)[number]
export const isCoverageState = (text: string): text is CoverageState => isOneOf(coverageStates, text)

export const coverageLimits = { agents: 40, events: 60 } as const

export interface ReportedAgent {
  readonly agent: string
  readonly version: string
  readonly connection: string
  readonly lastEvent: string
  readonly lastAskedAt: string
  readonly lastUsedAt: string
  readonly proof: string
  readonly provedAt: string
}
export interface ReportedCanary {
  readonly at: string
  readonly state: string
  readonly proved: readonly string[]
  readonly failed: readonly string[]
}
export interface ReportedCoverage {
  readonly at: string
  readonly agents: readonly ReportedAgent[]
  readonly canary?: ReportedCanary | undefined
}

const agentName = /^[a-z][a-z0-9-]{0,39}$/
const versionText = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$/
const eventName = /^[A-Za-z][0-9A-Za-z]{0,59}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

const isOneOf = (list: readonly string[], text: string): boolean => list.includes(text)
const isTime = (text: string): boolean => time.test(text) && Date.parse(text) >= 0
const isTimeOrEmpty = (text: string): boolean => text === '' || isTime(text)

export const isReportedVersion = (text: string): boolean => versionText.test(text)

/** Returns a message for the first field that does not fit. */
export function findCoverageProblem({ at, agents, canary }: ReportedCoverage): string | undefined {
  if (!isTime(at)) return 'at must be a time in RFC 3339 format'
  if (agents.length > coverageLimits.agents) return `a report can have at most ${coverageLimits.agents} agents`
  if (new Set(agents.map(({ agent }) => agent)).size < agents.length) return 'an agent is reported twice'
  for (const [index, agent] of agents.entries()) {
    const field = findWrongField(agent)
    if (field !== undefined) return `agent ${index}: ${field} is not valid`
  }
  return canary === undefined ? undefined : findCanaryProblem(canary)
}

const checks: Readonly<Record<keyof ReportedAgent, (text: string) => boolean>> = {
  agent: (text) => agentName.test(text),
  version: (text) => text === '' || isReportedVersion(text),
  connection: (text) => isOneOf(connections, text),
  lastEvent: (text) => text === '' || eventName.test(text),
  lastAskedAt: isTimeOrEmpty,
  lastUsedAt: isTimeOrEmpty,
  proof: (text) => isOneOf(proofs, text),
  provedAt: isTimeOrEmpty,
}

const findWrongField = (agent: ReportedAgent): string | undefined =>
  // `checks` has the fields of an agent as its keys.
  Object.entries(checks).find(([field, isValid]) => !isValid(agent[field as keyof ReportedAgent]))?.[0]

function findCanaryProblem({ at, state, proved, failed }: ReportedCanary): string | undefined {
  if (!isTime(at)) return 'canary: at is not valid'
  if (!isOneOf(canaryStates, state)) return 'canary: state is not valid'
  if (proved.length + failed.length > coverageLimits.events)
    return `canary: it can have at most ${coverageLimits.events} events`
  return [...proved, ...failed].every((event) => eventName.test(event)) ? undefined : 'canary: an event is not valid'
}
