/** Counts the machines of a team by state, and finds versions of agents that have never asked. */
import { agents as knownAgents } from '@hookline/core/agents'
import { sql } from 'kysely'
import { type CoverageState, coverageStates } from '../../wire/coverage.ts'
import type { Query } from '../store/index.ts'

type CoverageCounts = Readonly<Record<CoverageState, number>>

export async function countCoverage(q: Query): Promise<CoverageCounts> {
  const rows = await q
    .selectFrom('devices')
    .select(({ fn }) => ['coverage', fn.countAll<number>().as('n')])
    .where('revoked_at', 'is', null)
    .groupBy('coverage')
    .execute()
  const counts = new Map(rows.map(({ coverage, n }) => [coverage, n]))
  // The list has every state.
  return Object.fromEntries(coverageStates.map((state) => [state, counts.get(state) ?? 0])) as CoverageCounts
}

export const agentTitle = (name: string): string => knownAgents.find((agent) => agent.name === name)?.title ?? name

interface UnseenVersion {
  readonly agent: string
  readonly version: string
  readonly devices: number
}

/** The page shows some of them. More are a sign of machines that report anything. */
const maxListed = 50

/** Hookline was tried with some versions itself. Of the others, one machine on which the agent asked is enough. */
export async function findUnseenVersions(q: Query): Promise<readonly UnseenVersion[]> {
  const rows = await q
    .selectFrom('device_agents')
    .innerJoin('devices', 'devices.id', 'device_agents.device_id')
    .select(({ fn }) => ['agent', 'version', fn.countAll<number>().as('devices')])
    .where('devices.revoked_at', 'is', null)
    .where('version', '<>', '')
    .groupBy(['agent', 'version'])
    .having(({ fn, eb }) =>
      eb(
        fn.sum<number>(
          eb
            .case()
            .when('last_asked_at', '>', eb.ref('version_since'))
            .then(sql.lit(1))
            .when(eb.and([eb('proof', '=', 'proved'), eb('proved_at', '>', eb.ref('version_since'))]))
            .then(sql.lit(1))
            .else(sql.lit(0))
            .end(),
        ),
        '=',
        0,
      ),
    )
    .execute()
  return rows
    .filter(({ agent, version }) => !isTried(agent, version))
    .sort((a, b) => b.devices - a.devices || (a.agent + a.version < b.agent + b.version ? -1 : 1))
    .slice(0, maxListed)
}

function isTried(name: string, version: string): boolean {
  const { proved } = knownAgents.find((agent) => agent.name === name) ?? {}
  return proved?.by === 'program' && proved.seen.includes(version)
}
