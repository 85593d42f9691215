/** A one-time link becomes a membership: of a new account, or of one that is there and proves itself. */
import { Code, ConnectError } from '@connectrpc/connect'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { setMe } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { Door } from '../sign-in/door.tsx'
import { CodeField } from '../sign-in/page.tsx'
import { takeSecret } from './secret.ts'

export function AcceptPage() {
  const [secret] = useState(takeSecret)
  const [wish, setWish] = useState({ email: '', password: '', teamName: '', totp: '' })
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => accounts.accept({ secret, ...wish }),
    onSuccess: async (me) => {
      setMe(me)
      const newest = me.teams.at(-1)
      await navigate({ to: newest === undefined ? '/' : placeOf(newest.teamId, 'hooks'), replace: true })
    },
  })
  const asksCode = accept.error !== null && ConnectError.from(accept.error).code === Code.FailedPrecondition
  const field = (name: keyof typeof wish) => ({
    value: wish[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setWish({ ...wish, [name]: currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate()
  }
  if (secret === '')
    return (
      <Door title="This link is not whole" words="A link for a new member ends with # and a secret. Copy all of it.">
        <Button component="a" href="/" variant="default">
          To the sign-in
        </Button>
      </Door>
    )
  return (
    <Door
      title="Join the team"
      words="The link is good once. Choose a password, or give the one of your account if you have one here."
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...field('email')}
          />
          <PasswordInput
            label="Password"
            description="At least 12 characters."
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...field('password')}
          />
          <TextInput
            label="Name of the team"
            description="Only the first owner names it; leave it empty if you were invited."
            maxLength={100}
            {...field('teamName')}
          />
          {asksCode || wish.totp !== '' ? (
            <CodeField value={wish.totp} onChange={(totp) => setWish({ ...wish, totp })} />
          ) : null}
          <Problem error={accept.error} />
          <Button type="submit" loading={accept.isPending}>
            Join
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
