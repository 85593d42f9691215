/** The sign-in form: the password, then a security key or a code for accounts with a second factor. */
import type { Me } from '@hookline/team/wire'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { CodeField } from './code-field.tsx'
import { KeyButton } from './key-button.tsx'
import { NameAndPassword } from './name-and-password.tsx'

interface Props {
  /** The suggested account. */
  readonly email?: string
  /** A warning about input that this sign-in discards; undefined: none. It is shown once, before the sign-in. */
  readonly lossWarning?: (email: string) => string | undefined
  readonly onSignedIn: (me: Me | null) => void
}
export function SignInForm({ email = '', lossWarning, onSignedIn }: Props) {
  const [credentials, setCredentials] = useState({ email, password: '' })
  const [totp, setTotp] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [keyOptions, setKeyOptions] = useState('')
  const [warning, setWarning] = useState<string>()
  const signIn = useMutation({
    mutationFn: () => accounts.signIn({ ...credentials, totp }),
    onSuccess: ({ me, totpNeeded, keyOptions: options }) => {
      setKeyOptions(options)
      if (totpNeeded) setAsksCode(true)
      else onSignedIn(me ?? null)
    },
  })
  const startOver = () => {
    setAsksCode(false)
    setKeyOptions('')
    setTotp('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const nextWarning = lossWarning?.(credentials.email)
    if (warning === nextWarning) signIn.mutate()
    else setWarning(nextWarning)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {keyOptions === '' ? null : (
          <KeyButton key={keyOptions} options={keyOptions} onSignedIn={onSignedIn} onRetry={signIn.mutate} />
        )}
        {asksCode ? (
          <CodeField value={totp} onChange={setTotp} />
        ) : (
          <NameAndPassword
            value={credentials}
            onChange={(next) => {
              setCredentials(next)
              if (next.email !== credentials.email) setWarning(undefined)
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
          {warning === undefined ? 'Sign in' : 'Sign in and discard changes'}
        </Button>
        {asksCode ? (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={startOver}>
            Use another account
          </Button>
        ) : email === '' ? (
          <Text size="xs" c="dimmed">
            No account yet? Ask an owner of the team for an invite link.
          </Text>
        ) : null}
      </Stack>
    </form>
  )
}
