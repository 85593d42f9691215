/** The account of the user: password, two-factor authentication, sessions and tokens. */
import type { ListTokensResponse } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accounts } from '../../api.ts'
import { useMe } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { queries } from '../../queries.ts'
import { Tokens } from '../../tokens.tsx'
import { IdentitiesPart } from './identities.tsx'
import { KeysPart } from './keys.tsx'
import { PasswordPart } from './password.tsx'
import { SessionsPart } from './sessions.tsx'
import { TotpPart } from './totp.tsx'

export function AccountPage() {
  const { data } = useMe()
  return (
    <Page title="Account" description={data?.email}>
      {data?.hasPassword === false ? null : <PasswordPart />}
      <IdentitiesPart />
      {data?.hasPassword === false ? null : (
        <>
          <TotpPart />
          <KeysPart />
        </>
      )}
      <SessionsPart />
      <TokensPart />
    </Page>
  )
}

/** The tokens of the user in all teams. */
const queryKey = ['own', 'tokens']

function TokensPart() {
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
        A program with a token has your permissions in its team. <code>hookline team keygen</code> creates a token for
        publishing. Changing your password does not revoke tokens.
      </Text>
      <QueryResult query={query} loading="Loading tokens">
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
      </QueryResult>
    </section>
  )
}
