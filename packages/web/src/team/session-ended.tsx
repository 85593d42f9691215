/** The sign-in over a page whose session ended: what is typed there stays, and goes on when the same person is back. */
import type { Me } from '@hookline/team/wire'
import { Modal, Text } from '@mantine/core'
import { stopKeyPropagation } from '../kit/keys.ts'
import { isSignedOut } from './api.ts'
import { setMe, useMe } from './me.ts'
import { SignInForm } from './pages/sign-in/form.tsx'
import { queries } from './queries.ts'
import { isUnsaved, letGo } from './unsaved.ts'

const nothing = () => undefined

export function SessionEnded({ last }: { readonly last: Me }) {
  const { error } = useMe()
  const loses = (email: string) =>
    isUnsaved() && email.trim().toLowerCase() !== last.email.toLowerCase()
      ? `What ${last.email} typed on this page is not saved. It is lost when somebody else signs in.`
      : undefined
  const back = (me: Me | null) => {
    if (me?.accountId === last.accountId) {
      setMe(me)
      void queries.invalidateQueries()
      return
    }
    letGo()
    location.reload()
  }
  return (
    <Modal
      title="Sign in again"
      opened={error !== null && isSignedOut(error)}
      onClose={nothing}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // Above a question that was open when the session ended.
      zIndex={400}
      size="sm"
      onKeyDown={stopKeyPropagation}
    >
      {/* Has the keyboard first: what somebody types on who was typing must not become a password. */}
      <Text size="sm" mb="sm" role="status" tabIndex={0} data-autofocus>
        Your session ended. What you typed is still here.
      </Text>
      <SignInForm email={last.email} loses={loses} onSignedIn={back} />
    </Modal>
  )
}
