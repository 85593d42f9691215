/** The sign-in dialog after a session has ended. Unsaved input stays on the page, and the same account can continue with it. */
import type { Me } from '@hookline/team/wire'
import { Anchor, Text } from '@mantine/core'
import { ViewerModal } from '../kit/viewer-modal.tsx'
import { isSignedOut } from './api.ts'
import { setMe, useMe } from './me.ts'
import { SignInForm } from './pages/sign-in/form.tsx'
import { queries } from './queries.ts'
import { discardUnsaved, isUnsaved } from './unsaved.ts'

export function SessionEnded({ last }: { readonly last: Me }) {
  const { error } = useMe()
  const lossWarning = (email: string) =>
    isUnsaved() && email.trim().toLowerCase() !== last.email.toLowerCase()
      ? `${last.email} has unsaved changes on this page. They are lost if you sign in with another account.`
      : undefined
  const onSignedIn = (me: Me | null) => {
    if (me?.accountId === last.accountId) {
      setMe(me)
      void queries.invalidateQueries()
      return
    }
    discardUnsaved()
    location.reload()
  }
  return (
    <ViewerModal title="Sign in again" opened={error !== null && isSignedOut(error)} size="sm">
      {/* This text gets the focus first: if the user is still typing, the keys must not end up in the password field. */}
      <Text size="sm" mb="sm" role="status" tabIndex={0} data-autofocus>
        Your session has ended. Your changes are still here.
      </Text>
      {last.identities.length === 0 ? null : (
        <Text size="sm" mb="sm">
          <Anchor href="/" target="_blank" underline="always" inherit>
            Sign in with {last.identities.map(({ providerName }) => providerName).join(' or ')} in a new tab
          </Anchor>
          , then come back to this page.
        </Text>
      )}
      <SignInForm email={last.email} lossWarning={lossWarning} onSignedIn={onSignedIn} />
    </ViewerModal>
  )
}
