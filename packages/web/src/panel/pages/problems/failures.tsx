/** Hook failures of the last day, grouped. */
import { Anchor, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import type { FailureGroup } from '../../../wire/panel.ts'

export function Failures({ groups }: { readonly groups: readonly FailureGroup[] }) {
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="failures" className="problem-group">
      <header className="problem-head">
        <Title order={2} id="failures">
          Hooks that failed in the last day
        </Title>
      </header>
      <Table className="failures" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Hook</Table.Th>
            <Table.Th>What happened</Table.Th>
            <Table.Th className="number">Times</Table.Th>
            <Table.Th>First seen</Table.Th>
            <Table.Th>Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <Failure key={`${group.hookId} ${group.what}`} group={group} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Failure({ group }: { readonly group: FailureGroup }) {
  const { label, what, count, firstAt, lastAt, lastId } = group
  return (
    <Table.Tr>
      <Table.Td fw={600}>{label}</Table.Td>
      <Table.Td className="tone-fail">{what}</Table.Td>
      <Table.Td className="number" data-label="times">
        {count.toLocaleString('en')}
      </Table.Td>
      <Table.Td data-label="first">
        <Text size="sm" c="dimmed" component="span" title={formatDate(firstAt)}>
          {formatAgo(firstAt)}
        </Text>
      </Table.Td>
      <Table.Td data-label="last">
        <Anchor
          size="sm"
          underline="always"
          component={Link}
          to={`/log/${encodeURIComponent(lastId)}`}
          title={formatDate(lastAt)}
        >
          {formatAgo(lastAt)}, details
        </Anchor>
      </Table.Td>
    </Table.Tr>
  )
}
