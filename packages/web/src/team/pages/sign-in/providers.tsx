/** A button for each identity provider. It opens the provider's own page in this tab. */
import { Button, Divider, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { accounts } from '../../api.ts'
import { Problem } from '../../problem.tsx'

export const useProviders = () =>
  useQuery({
    queryKey: ['providers'],
    queryFn: async ({ signal }) => (await accounts.listProviders({}, { signal })).providers,
    staleTime: 60_000,
  })

/** Links the identity to the account that is signed in, after the user has confirmed that it is theirs. */
interface LinkFields {
  readonly link?: true
  readonly password?: string
  readonly totp?: string
}

/** Opens the page of the provider. The server has checked the address of the provider. */
export const useProviderSignIn = (linkFields: LinkFields = {}) =>
  useMutation({
    mutationFn: (provider: string) =>
      accounts.beginProviderSignIn({ provider, returnTo: `${location.pathname}${location.search}`, ...linkFields }),
    onSuccess: ({ url }) => location.assign(url),
  })

export function ProviderButtons() {
  const { data: providers = [] } = useProviders()
  const begin = useProviderSignIn()
  if (providers.length === 0) return null
  return (
    <Stack gap="xs" mb="md">
      {providers.map(({ id, name }) => (
        <Button key={id} variant="default" loading={begin.isPending} onClick={() => begin.mutate(id)}>
          Sign in with {name}
        </Button>
      ))}
      <Problem error={begin.error} />
      <Divider label="or with a password" />
    </Stack>
  )
}
