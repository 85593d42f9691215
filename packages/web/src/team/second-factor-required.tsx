/** What a member sees whose team requires a second factor and whose session has none: why, and the next step. */
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../kit/states.tsx'
import { useMe } from './me.ts'
import { useSignOut } from './person-menu.tsx'

export function SecondFactorRequired({ teamName }: { readonly teamName: string }) {
  const { data } = useMe()
  const hasOne = data?.totp === true || (data?.keys.length ?? 0) > 0
  const providers = data?.identities.map(({ providerName }) => providerName).join(' or ') ?? ''
  const canSetUp = !hasOne && data?.hasPassword !== false
  return (
    <Empty isPage title="Second factor required">
      <Text size="sm">
        The team {teamName} requires a second factor of every member.{' '}
        {hasOne ? 'Your account has one, but this session began without it.' : 'Your account has none yet.'}
      </Text>
      {canSetUp ? <SetUp providers={providers} /> : <SignInAgain />}
    </Empty>
  )
}

/** A session of an identity provider cannot set one up here. */
const SetUp = ({ providers }: { readonly providers: string }) => (
  <>
    <Text size="sm">
      Set up an authenticator app or a security key. You then have access at once.
      {providers === '' ? null : ` If you signed in with ${providers}, sign in with your password first.`}
    </Text>
    {/* The registered routes are those of the panel, so the types do not know this path. */}
    <Button component={Link} to={'/account' as string} hash="totp">
      Set up a second factor
    </Button>
  </>
)

function SignInAgain() {
  const signOut = useSignOut()
  return (
    <>
      <Text size="sm">Sign out, then sign in again with your second factor.</Text>
      <Button onClick={() => signOut.mutate()} loading={signOut.isPending}>
        Sign out
      </Button>
    </>
  )
}
