/** Figures per hook, busiest first. */

import type { HookActivity } from '@hookline/team/wire'
import { Anchor, Table, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMs } from '../../../kit/text.ts'
import { DecisionsLink } from '../../decisions-link.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import type { DecisionFilter } from '../decisions/filter.ts'

interface ByHookProps {
  readonly hooks: readonly HookActivity[]
  /** When the period begins. */
  readonly from: string
}
export function ByHook({ hooks, from }: ByHookProps) {
  if (hooks.length === 0) return null
  return (
    <section aria-labelledby="by-hook" className="part">
      <Title order={2} id="by-hook" mb="xs">
        By hook
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className="wide-table" tabIndex={0} aria-label="Figures per hook">
        <Table verticalSpacing={5} highlightOnHover className="stacks stacks-plain">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Hook</Table.Th>
              {['runs', 'denied', 'failed', 'p50', 'p95'].map((name) => (
                <Table.Th key={name} className="number">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {hooks.map((hook) => (
              <HookFigures key={String(hook.hookId)} hook={hook} from={from} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </section>
  )
}

function HookFigures({ hook, from }: { readonly hook: HookActivity; readonly from: string }) {
  const { teamId } = useTeam()
  const { hookId, scriptName, runs, denies, failures, p50Ms, p95Ms } = hook
  const link = (count: bigint, filter: DecisionFilter = {}) =>
    count === 0n ? (
      '0'
    ) : (
      <DecisionsLink filter={{ hook: String(hookId), ...filter, from }}>{count.toLocaleString('en')}</DecisionsLink>
    )
  return (
    <Table.Tr>
      <Table.Th scope="row" className="wraps" fw={600}>
        <Anchor component={Link} size="sm" underline="hover" to={pagePath(teamId, 'hooks', hookId)}>
          {scriptName === '' ? `hook ${hookId}` : scriptName}
        </Anchor>
      </Table.Th>
      <Table.Td className="number" data-label="runs">
        {link(runs)}
      </Table.Td>
      <Table.Td className={denies > 0n ? 'number tone-deny' : 'number none'} data-label="denied">
        {link(denies, { result: 'denied' })}
      </Table.Td>
      <Table.Td className={failures > 0n ? 'number tone-fail' : 'number none'} data-label="failed">
        {link(failures, { result: 'failed' })}
      </Table.Td>
      <Table.Td className="number keep" data-label="p50">
        {formatMs(p50Ms)}
      </Table.Td>
      <Table.Td className="number keep" data-label="p95">
        {formatMs(p95Ms)}
      </Table.Td>
    </Table.Tr>
  )
}
