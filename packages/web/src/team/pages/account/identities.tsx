/** The identity providers that the user can sign in with. */
import type { Identity } from '@hookline/team/wire'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { formatAgo } from '../../../kit/text.ts'
import { accounts } from '../../api.ts'
import { setMe, useMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { readSignInFailure } from '../sign-in/failure.ts'
import { useProviderSignIn, useProviders } from '../sign-in/providers.tsx'
import { useConfirmation } from './confirmation.tsx'

export function IdentitiesPart() {
  const { data } = useMe()
  const { data: providers = [] } = useProviders()
  const { confirmation, fields } = useConfirmation()
  const begin = useProviderSignIn({ link: true, ...confirmation })
  const identities = data?.identities ?? []
  const others = providers.filter(({ id }) => !identities.some(({ provider }) => provider === id))
  const failure = readSignInFailure(location.search)
  if (providers.length === 0 && identities.length === 0) return null
  return (
    <section aria-labelledby="identities" className="part">
      <Title order={2} id="identities" mt="lg" mb={4}>
        Identity providers
      </Title>
      <Text size="sm" c="dimmed">
        After you link one, you sign in with it, and your groups there decide your role in its team.
      </Text>
      {failure === undefined ? null : (
        <Alert color="red" variant="light" py={8} my="xs" role="alert">
          {failure}
        </Alert>
      )}
      {identities.length === 0 ? null : (
        <ul className="team-list member-list">
          {identities.map((identity) => (
            <IdentityRow key={identity.provider} identity={identity} />
          ))}
        </ul>
      )}
      {others.length === 0 ? null : (
        <Stack gap="xs" mt="xs" className="narrow-form">
          {fields}
        </Stack>
      )}
      <Group gap="xs" mt="xs">
        {others.map(({ id, name }) => (
          <Button
            key={id}
            size="compact-sm"
            variant="default"
            loading={begin.isPending}
            onClick={() => begin.mutate(id)}
          >
            Link {name}
          </Button>
        ))}
      </Group>
      <Problem error={begin.error} />
    </section>
  )
}

function IdentityRow({ identity: { provider, providerName, email, usedAt } }: { readonly identity: Identity }) {
  const unlink = useMutation({ mutationFn: () => accounts.unlinkIdentity({ provider }), onSuccess: setMe })
  return (
    <li className="member-line team-row">
      <span className="team-cell">
        <span className="team-strong">{providerName}</span>
        <span className="team-small">
          {email} · used {formatAgo(usedAt)}
        </span>
        <Problem error={unlink.error} />
      </span>
      <span />
      <span className="member-do">
        <Action kind="danger" icon={<IconLinkOff size={14} />} pending={unlink.isPending} onPress={unlink.mutate}>
          Unlink
        </Action>
      </span>
    </li>
  )
}
