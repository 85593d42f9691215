/** The findings of the checks, errors first. An active hook with an error cannot be published. */

import type { Finding } from '@hookline/team/wire'
import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatCount } from '../../../kit/text.ts'
import type { Tone } from '../../../wire/panel.ts'
import { QueryResult } from '../../page.tsx'

const tones: Readonly<Record<string, Tone>> = { error: 'deny', warning: 'ask', note: 'plain' }
const order = ['error', 'warning', 'note']

export const describeChecks = (findings: readonly Finding[] | undefined): string =>
  findings === undefined || findings.length === 0 ? 'Checks' : `Checks (${findings.length})`

export const Checks = ({ check }: { readonly check: UseQueryResult<readonly Finding[]> }) => (
  <QueryResult query={check} loading="Checking">
    {(findings) =>
      findings.length === 0 ? (
        <p className="side-words">
          <StatusLabel tone="allow">No problems found</StatusLabel>
          <br />
          Devices can load this hook as it is written.
        </p>
      ) : (
        <>
          <p className="side-words" role="status">
            {formatCount(findings.length, 'finding')}. An active hook with an error cannot be published.
          </p>
          <ul className="findings">
            {findings
              .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
              .map((finding, at) => (
                // Two findings may have the same code.
                <li key={`${finding.code} ${at}`}>
                  <StatusLabel tone={tones[finding.severity] ?? 'plain'}>{finding.severity}</StatusLabel>{' '}
                  <span className="team-small">
                    {finding.code}
                    {finding.line > 0 ? ` · line ${finding.line}` : ''}
                  </span>
                  <Text size="sm">{finding.message}</Text>
                  <Text size="xs" c="dimmed">
                    {finding.hint}
                  </Text>
                </li>
              ))}
          </ul>
        </>
      )
    }
  </QueryResult>
)
