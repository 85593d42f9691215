/** The own account: the password, the second factor, where it is signed in, what acts for it. */
import { useMe } from '../../me.ts'
import { Page } from '../../page.tsx'
import { PasswordPart } from './password.tsx'
import { SessionsPart } from './sessions.tsx'
import { TokensPart } from './tokens.tsx'
import { TotpPart } from './totp.tsx'

export function AccountPage() {
  const { data } = useMe()
  return (
    <Page title="Account" words={data?.email}>
      <PasswordPart />
      <TotpPart />
      <SessionsPart />
      <TokensPart />
    </Page>
  )
}
