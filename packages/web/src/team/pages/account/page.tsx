/** The own account: the password, the second factor, the way out. */
import { Button, Stack, Text, Title } from '@mantine/core'
import { useMe } from '../../me.ts'
import { Page } from '../../page.tsx'
import { useSignOut } from '../../person-menu.tsx'
import { Problem } from '../../problem.tsx'
import { PasswordPart } from './password.tsx'
import { TotpPart } from './totp.tsx'

export function AccountPage() {
  const { data } = useMe()
  const signOut = useSignOut()
  return (
    <Page title="Account" words={data?.email}>
      <PasswordPart />
      <TotpPart />
      <section aria-labelledby="session" className="part narrow-form">
        <Title order={2} id="session" mb={4}>
          Session
        </Title>
        <Stack gap="xs" align="flex-start">
          <Text size="sm" c="dimmed">
            It ends after a day without use and after a week. A new password ends all others.
          </Text>
          <Button size="compact-sm" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
          <Problem error={signOut.error} />
        </Stack>
      </section>
    </Page>
  )
}
