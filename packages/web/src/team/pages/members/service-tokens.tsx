/** The service tokens of the team: programs such as CI use them. Only owners can create, list and revoke them. */
import type { ListServiceTokensResponse, ServiceToken } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { ShownOnce } from '../../shown-once.tsx'
import { NewServiceToken } from './new-service-token.tsx'

export function ServiceTokens() {
  const missingRole = useMissingRole('owner')
  return (
    <section aria-labelledby="service-tokens" className="part">
      <Title order={2} id="service-tokens" mt="lg" mb={4}>
        Service tokens
      </Title>
      <Text size="sm" c="dimmed">
        {missingRole ??
          'Service tokens are for programs such as CI. They belong to no member, have only the scopes you choose, and expire.'}
      </Text>
      {missingRole === undefined ? <OwnerPart /> : null}
    </section>
  )
}

function OwnerPart() {
  const { teamId } = useTeam()
  const [token, setToken] = useState<string>()
  const query = useQuery<ListServiceTokensResponse>({
    queryKey: [teamId, 'service-tokens'],
    queryFn: ({ signal }) => admin.listServiceTokens({ teamId }, { signal }),
  })
  return (
    <>
      <NewServiceToken onCreated={setToken} />
      {token === undefined ? null : (
        <ShownOnce
          title="Service token"
          description="Store it as a secret of your CI, in HOOKLINE_TEAM_TOKEN. It is not shown again."
          value={token}
          copyLabel="Copy token"
          onClose={() => setToken(undefined)}
        />
      )}
      <QueryResult query={query} loading="Loading service tokens">
        {({ serviceTokens }) => <List tokens={serviceTokens} />}
      </QueryResult>
    </>
  )
}

const List = ({ tokens }: { readonly tokens: readonly ServiceToken[] }) =>
  tokens.length === 0 ? (
    <Text size="sm" mt="xs">
      No service tokens.
    </Text>
  ) : (
    <ul className="team-list member-list">
      {tokens.map((token) => (
        <li key={token.id} className="member-line team-row">
          <span className="team-cell">
            <span className="team-strong">{token.name}</span>
            <span className="team-small">
              {token.scopes.join(', ')} · by {token.author}
            </span>
          </span>
          <span className="team-small">
            {token.expired ? 'expired' : 'expires'} {formatDate(token.expiresAt)} ·{' '}
            {token.usedAt === '' ? 'never used' : `used ${formatAgo(token.usedAt)}`}
          </span>
          <Revoke token={token} />
        </li>
      ))}
    </ul>
  )

function Revoke({ token }: { readonly token: ServiceToken }) {
  const { teamId } = useTeam()
  const [isConfirming, { open, close }] = useDisclosure(false)
  const revocation = useMutation({
    mutationFn: () => admin.revokeServiceToken({ teamId, serviceTokenId: token.id }),
    onSuccess: async () => {
      close()
      await refresh(teamId)
    },
  })
  return (
    <span className="member-do">
      <Action kind="danger" icon={<IconBan size={14} />} onPress={open}>
        Revoke
      </Action>
      <Confirm
        title="Revoke this service token?"
        opened={isConfirming}
        confirmLabel="Revoke service token"
        pending={revocation.isPending}
        onConfirm={revocation.mutate}
        onClose={close}
      >
        Programs that use <strong>{token.name}</strong> lose access at once. Enrolment codes that it created are revoked
        too.
        <Problem error={revocation.error} />
      </Confirm>
    </span>
  )
}
