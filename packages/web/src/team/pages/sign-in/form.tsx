/** The password, then the code where the account has a second factor. */
import type { Me } from '@hookline/team/wire'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { CodeField } from './code-field.tsx'
import { NameAndPassword } from './name-and-password.tsx'

interface Props {
  /** Who is most likely to come. */
  readonly email?: string
  /** What is lost when this one signs in; undefined: nothing. It is said once, before they are asked in. */
  readonly loses?: (email: string) => string | undefined
  readonly onSignedIn: (me: Me | null) => void
}
export function SignInForm({ email = '', loses, onSignedIn }: Props) {
  const [who, setWho] = useState({ email, password: '' })
  const [totp, setTotp] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [warning, setWarning] = useState<string>()
  const signIn = useMutation({
    mutationFn: () => accounts.signIn({ ...who, totp }),
    onSuccess: ({ me, totpNeeded }) => (totpNeeded ? setAsksCode(true) : onSignedIn(me ?? null)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lost = loses?.(who.email)
    if (warning === lost) signIn.mutate()
    else setWarning(lost)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {asksCode ? (
          <CodeField value={totp} onChange={setTotp} />
        ) : (
          <NameAndPassword
            value={who}
            onChange={(next) => {
              setWho(next)
              if (next.email !== who.email) setWarning(undefined)
            }}
          />
        )}
        <Problem error={signIn.error} />
        {warning === undefined ? null : (
          <Alert color="yellow" variant="light" py={8} role="alert">
            {warning}
          </Alert>
        )}
        <Button type="submit" loading={signIn.isPending}>
          {warning === undefined ? 'Sign in' : 'Sign in and discard it'}
        </Button>
        {asksCode ? (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsksCode(false)}>
            Another account
          </Button>
        ) : email === '' ? (
          <Text size="xs" c="dimmed">
            No account yet? An owner of the team invites you by a link.
          </Text>
        ) : null}
      </Stack>
    </form>
  )
}
