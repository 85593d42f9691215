/** All tokens for this team. Only owners can list and revoke them. */
import type { ListTokensResponse } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { refresh } from '../../queries.ts'
import { Tokens } from '../../tokens.tsx'

export function TeamTokens() {
  const missingRole = useMissingRole('owner')
  return (
    <section aria-labelledby="tokens" className="part">
      <Title order={2} id="tokens" mt="lg" mb={4}>
        Tokens
      </Title>
      <Text size="sm" c="dimmed">
        {missingRole ?? 'Tokens let programs act as a member of this team, with the current role of that member.'}
      </Text>
      {missingRole === undefined ? <List /> : null}
    </section>
  )
}

function List() {
  const { teamId } = useTeam()
  const query = useQuery<ListTokensResponse>({
    queryKey: [teamId, 'tokens'],
    queryFn: ({ signal }) => admin.listTokens({ teamId }, { signal }),
  })
  return (
    <QueryResult query={query} loading="Loading tokens">
      {({ tokens }) => (
        <Tokens
          tokens={tokens}
          about={({ email }) => email}
          revoke={async ({ id }) => {
            await admin.revokeToken({ teamId, tokenId: id })
            await refresh(teamId)
          }}
        />
      )}
    </QueryResult>
  )
}
