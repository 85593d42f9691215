/** The agents of a device. */
import type { DeviceAgent } from '@hookline/team/wire'
import { Anchor } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo } from '../../../kit/text.ts'
import { describeAsked, describeConnection, describeGap, describeProof } from '../devices/coverage-labels.ts'
import { DevicesLink } from '../devices/devices-link.tsx'

export const AgentList = ({ agents }: { readonly agents: readonly DeviceAgent[] }) => (
  <ul className="team-list" aria-label="Agents of this device">
    {agents.map((agent) => (
      <AgentRow key={agent.agent} agent={agent} />
    ))}
  </ul>
)

function AgentRow({ agent }: { readonly agent: DeviceAgent }) {
  const { title, version, connection, gap, lastUsedAt, proof, provedAt } = agent
  return (
    <li className="agent-line team-row">
      <span className="team-cell">
        <span className="team-strong">{reveal(title)}</span>
        <span className="team-small">
          {version === '' ? (
            'version not known'
          ) : (
            <Anchor component={DevicesLink} size="xs" underline="always" search={{ agent: agent.agent, version }}>
              {`version ${reveal(version)}`}
            </Anchor>
          )}
        </span>
      </span>
      <span className="team-cell">
        <StatusLabel tone={gap === '' ? 'allow' : 'fail'}>{describeConnection(connection)}</StatusLabel>
        <span className="team-small">{describeGap(gap)}</span>
      </span>
      <dl className="facts">
        <dt>Last asked</dt>
        <dd>{reveal(describeAsked(agent))}</dd>
        <dt>Last used</dt>
        <dd>{lastUsedAt === '' ? 'not known' : formatAgo(lastUsedAt)}</dd>
        <dt>Last proof</dt>
        <dd>{describeProof(proof, provedAt)}</dd>
      </dl>
    </li>
  )
}
