/** The account of the user: password, two-factor authentication, sessions and tokens. */
import { useMe } from '../../me.ts'
import { Page } from '../../page.tsx'
import { PasswordPart } from './password.tsx'
import { SessionsPart } from './sessions.tsx'
import { TokensPart } from './tokens.tsx'
import { TotpPart } from './totp.tsx'

export function AccountPage() {
  const { data } = useMe()
  return (
    <Page title="Account" description={data?.email}>
      <PasswordPart />
      <TotpPart />
      <SessionsPart />
      <TokensPart />
    </Page>
  )
}
