/** A one-time link becomes a membership: of a new account, or of one that is there and proves itself. */
import { Code, ConnectError } from '@connectrpc/connect'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { setMe } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { CodeField } from '../sign-in/code-field.tsx'
import { Door } from '../sign-in/door.tsx'
import { Fields } from './fields.tsx'
import { takeSecret } from './secret.ts'
import { nameFault, noWish, type Wish } from './wish.ts'

export function AcceptPage() {
  const [secret] = useState(takeSecret)
  return secret === '' ? (
    <Door title="This link is not whole" words="A link for a new member ends with # and a secret. Copy all of it.">
      <Button component="a" href="/" variant="default">
        To the sign-in
      </Button>
    </Door>
  ) : (
    <Door
      title="Join the team"
      words="The link is good once. Choose a password, or give the one of your account if you have one here."
    >
      <Joining secret={secret} />
    </Door>
  )
}

function Joining({ secret }: { readonly secret: string }) {
  const [wish, setWish] = useState(noWish)
  const accept = useAccept(secret, wish)
  const asksCode = accept.error !== null && ConnectError.from(accept.error).code === Code.FailedPrecondition
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (nameFault(wish) === undefined) accept.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Fields wish={wish} onChange={setWish} />
        {asksCode || wish.totp !== '' ? (
          <CodeField value={wish.totp} onChange={(totp) => setWish({ ...wish, totp })} />
        ) : null}
        <Problem error={accept.error} />
        <Button type="submit" loading={accept.isPending}>
          Join
        </Button>
      </Stack>
    </form>
  )
}

function useAccept(secret: string, wish: Wish) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => accounts.accept({ secret, ...wish }),
    onSuccess: async (me) => {
      setMe(me)
      const newest = me.teams.at(-1)
      await navigate({ to: newest === undefined ? '/' : placeOf(newest.teamId, 'hooks'), replace: true })
    },
  })
}
