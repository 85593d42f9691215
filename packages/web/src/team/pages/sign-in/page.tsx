/** Signing in: the password, then the code where the account has a second factor. */
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { setMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { Door } from './door.tsx'

export function SignInPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const signIn = useMutation({
    mutationFn: () => accounts.signIn({ email, password, totp }),
    onSuccess: ({ me, totpNeeded }) => {
      if (totpNeeded) setAsksCode(true)
      else setMe(me ?? null)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <Door title="Sign in" words="Hooks of your team: what runs on every member's machine.">
      <form onSubmit={submit}>
        <Stack gap="sm">
          {asksCode ? (
            <CodeField value={totp} onChange={setTotp} />
          ) : (
            <>
              <TextInput
                label="E-mail address"
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                data-autofocus
                value={email}
                onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              />
            </>
          )}
          <Problem error={signIn.error} />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          {asksCode ? (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsksCode(false)}>
              Another account
            </Button>
          ) : (
            <Text size="xs" c="dimmed">
              No account yet? An owner of the team invites you by a link.
            </Text>
          )}
        </Stack>
      </form>
    </Door>
  )
}

interface CodeFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}
export const CodeField = ({ value, onChange }: CodeFieldProps) => (
  <TextInput
    label="Code of your authenticator"
    description="Six digits; each code is good once."
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    required
    withAsterisk={false}
    // The person has just been asked for it, and for nothing else.
    autoFocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
