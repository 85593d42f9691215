/** Decisions over time, as a chart with a legend or as a table. */
import './decisions.css'
import { Button, Group, Table, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import {
  type Buckets,
  bucketName,
  type ChartPart,
  countIn,
  kindNames,
  kinds,
  markersIn,
  spanOf,
  totalOf,
} from './buckets.ts'

const Chart = lazy(() => import('./chart.tsx'))

interface DecisionsProps {
  readonly stats: Buckets
  /** Wraps a number in a link to what it counts. */
  readonly linkTo?: (part: ChartPart, number: string) => ReactNode
  /** Called with the time span of a bar that was clicked. The table has the same spans as links. */
  readonly onBar?: (part: ChartPart) => void
}
type LinkTo = NonNullable<DecisionsProps['linkTo']>
const noLink: LinkTo = (_part, number) => number

export function Decisions({ stats, linkTo = noLink, onBar }: DecisionsProps) {
  const [table, { toggle }] = useDisclosure(false)
  return (
    <section aria-labelledby="decisions" className="part">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="decisions">
          Decisions over time
        </Title>
        <Button size="compact-xs" variant="default" aria-expanded={table} onClick={toggle}>
          {table ? 'Show chart' : 'Show table'}
        </Button>
      </Group>
      <Legend stats={stats} linkTo={linkTo} />
      {table ? (
        <BucketTable stats={stats} linkTo={linkTo} />
      ) : (
        <Suspense fallback={<div className="chart" />}>
          <Chart stats={stats} {...(onBar === undefined ? {} : { onBar })} />
        </Suspense>
      )}
    </section>
  )
}

interface CountsProps {
  readonly stats: Buckets
  readonly linkTo: LinkTo
}
const Legend = ({ stats, linkTo }: CountsProps) => (
  <ul className="legend">
    {kinds.map((kind) => (
      <li key={kind}>
        <span className={`legend-mark legend-${kind}`} aria-hidden="true" />
        {kindNames[kind]} <strong>{linkCount({ kind }, totalOf(stats.buckets, kind), linkTo)}</strong>
      </li>
    ))}
    {stats.markers === undefined || stats.markers.length === 0 ? null : (
      <li>
        <span className="legend-line" aria-hidden="true" />
        revision
      </li>
    )}
  </ul>
)

/** Nothing is behind a zero. */
const linkCount = (part: ChartPart, count: number, linkTo: LinkTo): ReactNode =>
  count === 0 ? '0' : linkTo(part, count.toLocaleString('en'))

const BucketTable = ({ stats, linkTo }: CountsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
  <section className="bucket-table" tabIndex={0} aria-label="Decisions by time">
    <Table stickyHeader verticalSpacing={3}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>From</Table.Th>
          {kinds.map((kind) => (
            <Table.Th key={kind} className="number">
              {kindNames[kind]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...stats.buckets].reverse().map((bucket) => (
          <Table.Tr key={bucket.at}>
            <Table.Th scope="row" fw={400}>
              {bucketName(bucket.at, stats.bucketMs)}
              {markersIn(stats, bucket).map(({ at, detail }) => (
                <span key={at} className="bucket-marker">
                  {detail}
                </span>
              ))}
            </Table.Th>
            {kinds.map((kind) => (
              <Table.Td key={kind} className={countIn(bucket, kind) === 0 ? 'number none' : 'number'}>
                {linkCount({ kind, ...spanOf(bucket, stats.bucketMs) }, countIn(bucket, kind), linkTo)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
