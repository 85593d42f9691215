/** The own tokens, of all teams. */
import type { ListTokensResponse } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accounts } from '../../api.ts'
import { Asked } from '../../page.tsx'
import { queries } from '../../queries.ts'
import { Tokens } from '../../tokens.tsx'

const queryKey = ['own', 'tokens']

export function TokensPart() {
  const query = useQuery<ListTokensResponse>({
    queryKey,
    queryFn: ({ signal }) => accounts.listTokens({}, { signal }),
  })
  return (
    <section aria-labelledby="tokens" className="part">
      <Title order={2} id="tokens" mb={4}>
        Tokens
      </Title>
      <Text size="sm" c="dimmed">
        A program with one acts with your rights in its team: <code>hookline team keygen</code> makes one to publish
        with. A new password does not end them.
      </Text>
      <Asked query={query} loading="Reading the tokens">
        {({ tokens }) => (
          <Tokens
            tokens={tokens}
            about={({ teamName }) => teamName}
            revoke={async ({ teamId, id }) => {
              await accounts.revokeToken({ teamId, tokenId: id })
              await queries.invalidateQueries({ queryKey })
            }}
          />
        )}
      </Asked>
    </section>
  )
}
