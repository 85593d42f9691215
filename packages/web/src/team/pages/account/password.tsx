/** A new password. It ends every other session. */
import { Alert, Button, PasswordInput, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { setMe, useMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries } from '../../queries.ts'

const none = { old: '', next: '' }

export function PasswordPart() {
  const { data } = useMe()
  const [words, setWords] = useState(none)
  const change = useMutation({
    mutationFn: () => accounts.changePassword({ oldPassword: words.old, newPassword: words.next }),
    onSuccess: (me) => {
      setMe(me)
      setWords(none)
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
            label="Password now"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={words.old}
            onChange={({ currentTarget }) => setWords({ ...words, old: currentTarget.value })}
          />
          <PasswordInput
            size="xs"
            label="New password"
            description="At least 12 characters."
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={words.next}
            onChange={({ currentTarget }) => setWords({ ...words, next: currentTarget.value })}
          />
          <Problem error={change.error} />
          {change.isSuccess && words.next === '' ? (
            <Alert color="green" variant="light" py={8} role="status">
              The password is changed, and every other session has ended.
            </Alert>
          ) : null}
          <Button type="submit" size="compact-sm" variant="default" w="fit-content" loading={change.isPending}>
            Change the password
          </Button>
        </Stack>
      </form>
    </section>
  )
}
