/** Everybody's tokens for this team: an owner sees and ends them. */
import type { ListTokensResponse } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Asked } from '../../page.tsx'
import { refresh } from '../../queries.ts'
import { Tokens } from '../../tokens.tsx'

export function TeamTokens() {
  const lacks = useLacks('owner')
  return (
    <section aria-labelledby="tokens" className="part">
      <Title order={2} id="tokens" mt="lg" mb={4}>
        Tokens
      </Title>
      <Text size="sm" c="dimmed">
        {lacks ?? 'Programs that act for a member in this team, with the rights that member has at the moment.'}
      </Text>
      {lacks === undefined ? <List /> : null}
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
    <Asked query={query} loading="Reading the tokens">
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
    </Asked>
  )
}
