/** Changes the password, which ends every other session. */
import { Alert, Button, PasswordInput, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { setMe, useMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries } from '../../queries.ts'
import { CodeInput } from './confirmation.tsx'

const empty = { old: '', next: '', totp: '' }

export function PasswordPart() {
  const { data } = useMe()
  const [passwords, setPasswords] = useState(empty)
  const change = useMutation({
    mutationFn: () =>
      accounts.changePassword({ oldPassword: passwords.old, newPassword: passwords.next, totp: passwords.totp }),
    onSuccess: (me) => {
      setMe(me)
      setPasswords(empty)
      void queries.invalidateQueries({ queryKey: ['own', 'sessions'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <section aria-labelledby="password" className="part narrow-form">
      <Title order={2} id="password" mb={4}>
        Password
      </Title>
      <form onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={data?.email ?? ''} readOnly />
        <Stack gap="sm" align="stretch">
          <PasswordInput
            size="xs"
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={passwords.old}
            onChange={({ currentTarget }) => setPasswords({ ...passwords, old: currentTarget.value })}
          />
          <PasswordInput
            size="xs"
            label="New password"
            description="At least 12 characters."
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={passwords.next}
            onChange={({ currentTarget }) => setPasswords({ ...passwords, next: currentTarget.value })}
          />
          <CodeInput value={passwords.totp} onChange={(totp) => setPasswords({ ...passwords, totp })} />
          <Problem error={change.error} />
          {change.isSuccess && passwords.next === '' ? (
            <Alert color="green" variant="light" py={8} role="status">
              Password changed. All other sessions have ended.
            </Alert>
          ) : null}
          <Button type="submit" size="compact-sm" variant="default" w="fit-content" loading={change.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </section>
  )
}
