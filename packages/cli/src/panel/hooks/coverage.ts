/** `GET /api/coverage`: what each agent enforces of the configured hooks, in each place where it works, as `hookline coverage` shows it. */
import type { CoveragePage } from '@hookline/web/wire'
import { type Agent, isUnproved } from '../../agents.ts'
import { connectable } from '../../connect/agents-here.ts'
import { knownAgents } from '../../connect/reach.ts'
import { surfacesOf, surfaceTitles } from '../../coverage/levels.ts'
import { type Policy, policiesIn, policyAt, policyIn } from '../../coverage/policies.ts'
import type { Scene } from '../scene/scene.ts'
import type { Route } from '../server/route.ts'

export const coverageRoute: Route = {
  method: 'GET',
  path: '/api/coverage',
  answer: ({ scene }) => readCoverage(scene),
}

function readCoverage({ hooks, root, home, env }: Scene): CoveragePage {
  const here = knownAgents({ root, home, entries: hooks.entries }, env)
  const policies = policiesIn(hooks.entries)
  return {
    agents: connectable.map((agent) => ({
      name: agent.name,
      title: agent.title,
      here: here.includes(agent),
      proved: !isUnproved(agent),
      surfaces: surfacesOf(agent).map((name) => ({ name, title: surfaceTitles[name] })),
    })),
    policies: policies.map((policy) => ({
      ...(policy.id === undefined ? {} : { id: policy.id }),
      label: policy.label,
      event: policy.event,
      agents: Object.fromEntries(connectable.map((agent) => [agent.name, cellOf(policy, agent)])),
    })),
  }
}

const cellOf = (policy: Policy, agent: Agent): CoveragePage['policies'][number]['agents'][string] => {
  const all = policyIn(policy, agent)
  return {
    ...(all === undefined ? {} : { all }),
    surfaces: Object.fromEntries(
      surfacesOf(agent).flatMap((surface) => {
        const found = policyAt(policy, agent, surface)
        return found === undefined ? [] : [[surface, found]]
      }),
    ),
  }
}
