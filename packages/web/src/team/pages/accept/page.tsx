/** Accepts a one-time invite link, with a new account or an existing one. */
import { Code, ConnectError } from '@connectrpc/connect'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { accounts } from '../../api.ts'
import { setMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { pagePath } from '../../team-pages.ts'
import { AuthLayout } from '../sign-in/auth-layout.tsx'
import { CodeField } from '../sign-in/code-field.tsx'
import { type AcceptForm, emptyForm, validateTeamName } from './accept-form.ts'
import { Fields } from './fields.tsx'
import { takeSecret } from './secret.ts'

export function AcceptPage() {
  const [secret] = useState(takeSecret)
  return secret === '' ? (
    <AuthLayout
      title="This link is incomplete"
      description="An invite link ends with # and a secret. Copy the whole link."
    >
      <Button component="a" href="/" variant="default">
        Go to sign-in
      </Button>
    </AuthLayout>
  ) : (
    <AuthLayout
      title="Join the team"
      description="The link works once. Choose a password, or enter your password if you already have an account here."
    >
      <JoinForm secret={secret} />
    </AuthLayout>
  )
}

function JoinForm({ secret }: { readonly secret: string }) {
  const [form, setForm] = useState(emptyForm)
  const accept = useAccept(secret, form)
  const asksCode = accept.error !== null && ConnectError.from(accept.error).code === Code.FailedPrecondition
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (validateTeamName(form) === undefined) accept.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Fields form={form} onChange={setForm} />
        {asksCode || form.totp !== '' ? (
          <CodeField value={form.totp} onChange={(totp) => setForm({ ...form, totp })} />
        ) : null}
        <Problem error={accept.error} />
        <Button type="submit" loading={accept.isPending}>
          Join
        </Button>
      </Stack>
    </form>
  )
}

function useAccept(secret: string, form: AcceptForm) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => accounts.accept({ secret, ...form }),
    onSuccess: async (me) => {
      setMe(me)
      const newest = me.teams.at(-1)
      await navigate({ to: newest === undefined ? '/' : pagePath(newest.teamId, 'hooks'), replace: true })
    },
  })
}
