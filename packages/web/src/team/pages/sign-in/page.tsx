/** The sign-in page. */
import { setMe } from '../../me.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SignInForm } from './form.tsx'

export const SignInPage = () => (
  <AuthLayout title="Sign in" description="Manage the hooks that run on the devices of your team.">
    <SignInForm onSignedIn={setMe} />
  </AuthLayout>
)
