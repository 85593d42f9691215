/** Accepts a one-time invite link, with a new account or an existing one. */

import { Code, ConnectError } from '@connectrpc/connect'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { accounts, isNotFound } from '../../api.ts'
import { setMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { pagePath } from '../../team-pages.ts'
import { AuthLayout } from '../sign-in/auth-layout.tsx'
import { CodeField } from '../sign-in/code-field.tsx'
import { type AcceptForm, emptyForm, validateTeamName } from './accept-form.ts'

export function AcceptPage() {
  const [secret] = useState(takeSecret)
  const isKnown = secret !== ''
  const check = useQuery({
    queryKey: ['link', secret],
    queryFn: () => accounts.checkLink({ secret }),
    enabled: isKnown,
    // A person who has joined has used it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isKnown)
    return (
      <NoJoin
        title="This link is incomplete"
        description="An invite link ends with # and a secret. Copy the whole link."
      />
    )
  // Any other failure of this check is shown when the person joins.
  if (check.error !== null && isNotFound(check.error))
    return <NoJoin title="This link is not valid" description="It was used or has expired. Ask for a new one." />
  return (
    <AuthLayout
      title="Join the team"
      description="The link works once. Choose a password, or enter your password if you already have an account here."
    >
      <JoinForm secret={secret} />
    </AuthLayout>
  )
}

const NoJoin = (labels: { readonly title: string; readonly description: string }) => (
  <AuthLayout {...labels}>
    <Button component="a" href="/" variant="default">
      Go to sign-in
    </Button>
  </AuthLayout>
)

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

/** The fields for a new member, and for the name of a new team. */
interface Props {
  readonly form: AcceptForm
  readonly onChange: (form: AcceptForm) => void
}
function Fields({ form, onChange }: Props) {
  const field = (name: keyof AcceptForm) => ({
    value: form[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...form, [name]: currentTarget.value }),
  })
  return (
    <>
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
        label="Team name"
        description="Only for the first owner. Leave this empty if you were invited."
        error={validateTeamName(form)}
        {...field('teamName')}
      />
    </>
  )
}

/** Reads the secret of an invite link from the fragment of the address, which is not sent to servers, and removes it there. */
let secret: string | undefined

function takeSecret(): string {
  const given = location.hash.slice(1)
  if (given !== '') {
    secret = given
    history.replaceState(history.state, '', location.pathname)
  }
  return secret ?? ''
}
