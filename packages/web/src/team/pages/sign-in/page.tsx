/** Signing in, before anything is in sight. */
import { setMe } from '../../me.ts'
import { Door } from './door.tsx'
import { SignInForm } from './form.tsx'

export const SignInPage = () => (
  <Door title="Sign in" words="Hooks of your team: what runs on every member's machine.">
    <SignInForm onSignedIn={setMe} />
  </Door>
)
