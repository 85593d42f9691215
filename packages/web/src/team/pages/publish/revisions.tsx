/** All revisions, newest first. */
import { Table, Title } from '@mantine/core'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { RollbackButton } from '../../incidents/rollback-button.tsx'
import { useTeam } from '../../me.ts'
import { PagedList } from '../../page.tsx'
import { usePages } from '../../use-pages.ts'

export function Revisions() {
  const { teamId } = useTeam()
  const pages = usePages([teamId, 'revisions'], async (before, signal) => {
    const { revisions, next } = await admin.listRevisions({ teamId, limit: 20, before }, { signal })
    return { rows: revisions, next }
  })
  return (
    <section aria-labelledby="revisions" className="part">
      <Title order={2} id="revisions" mb="xs">
        Revisions
      </Title>
      <PagedList pages={pages} loading="Loading revisions" empty={<p className="words">No revisions yet.</p>}>
        {(rows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
          <section className="scrolls" tabIndex={0} aria-label="All revisions">
            <Table verticalSpacing={5}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Revision</Table.Th>
                  <Table.Th>Published</Table.Th>
                  <Table.Th>By</Table.Th>
                  <Table.Th>Hooks</Table.Th>
                  <Table.Th>Note</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ revision, publishedAt, author, hooks, note }) => (
                  <Table.Tr key={String(revision)}>
                    <Table.Th scope="row">
                      <span className="revision-cell">
                        {String(revision)}
                        {revision === rows[0]?.revision ? <span>current</span> : <RollbackButton to={revision} />}
                      </span>
                    </Table.Th>
                    <Table.Td title={formatDate(publishedAt)} className="keep">
                      {formatAgo(publishedAt)}
                    </Table.Td>
                    <Table.Td>{author}</Table.Td>
                    <Table.Td>{hooks}</Table.Td>
                    <Table.Td className="wraps">{note}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        )}
      </PagedList>
    </section>
  )
}
