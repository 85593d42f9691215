/** The sign-in page. */
import { Alert } from '@mantine/core'
import { setMe } from '../../me.ts'
import { AuthLayout } from './auth-layout.tsx'
import { readSignInFailure } from './failure.ts'
import { SignInForm } from './form.tsx'
import { ProviderButtons } from './providers.tsx'

export function SignInPage() {
  const failure = readSignInFailure(location.search)
  return (
    <AuthLayout title="Sign in" description="Manage the hooks that run on the devices of your team.">
      {failure === undefined ? null : (
        <Alert color="red" variant="light" py={8} mb="md" role="alert">
          {failure}
        </Alert>
      )}
      <ProviderButtons />
      <SignInForm onSignedIn={setMe} />
    </AuthLayout>
  )
}
