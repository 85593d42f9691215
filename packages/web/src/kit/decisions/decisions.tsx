/** Decisions over time, as a chart with a legend or as a table. */
import './decisions.css'
import { Button, Group, Table, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { type Buckets, bucketName, countIn, kindNames, kinds, totalOf } from './buckets.ts'

const Chart = lazy(() => import('./chart.tsx'))

export function Decisions({ stats }: { readonly stats: Buckets }) {
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
      <Legend stats={stats} />
      {table ? (
        <BucketTable stats={stats} />
      ) : (
        <Suspense fallback={<div className="chart" />}>
          <Chart stats={stats} />
        </Suspense>
      )}
    </section>
  )
}

const Legend = ({ stats }: { readonly stats: Buckets }) => (
  <ul className="legend">
    {kinds.map((kind) => (
      <li key={kind}>
        <span className={`legend-mark legend-${kind}`} aria-hidden="true" />
        {kindNames[kind]} <strong>{totalOf(stats.buckets, kind).toLocaleString('en')}</strong>
      </li>
    ))}
  </ul>
)

const BucketTable = ({ stats }: { readonly stats: Buckets }) => (
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
            </Table.Th>
            {kinds.map((kind) => (
              <Table.Td key={kind} className={countIn(bucket, kind) === 0 ? 'number none' : 'number'}>
                {countIn(bucket, kind).toLocaleString('en')}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
