/** The form that makes the link for a new member. */
import { Select, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { type Role, roleSaid, roles, useLacks, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'

export function Invite({ onLink }: { readonly onLink: (link: string) => void }) {
  const { teamId } = useTeam()
  const lacks = useLacks('owner')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('author')
  const invite = useMutation({
    mutationFn: () => admin.inviteMember({ teamId, email, role }),
    onSuccess: async ({ link }) => {
      onLink(link)
      setEmail('')
      await refresh(teamId)
    },
  })
  const unavailable = lacks ?? (email.trim() === '' ? 'Whom? Type an e-mail address.' : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) invite.mutate()
  }
  return (
    <form onSubmit={submit}>
      <div className="form-line">
        <TextInput
          label="Invite"
          size="xs"
          placeholder="ada@example.com"
          inputMode="email"
          autoComplete="off"
          className="grow"
          disabled={lacks !== undefined}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Select
          label="Role"
          size="xs"
          w={120}
          allowDeselect={false}
          data={[...roles]}
          value={role}
          disabled={lacks !== undefined}
          onChange={(value) => setRole(value ?? 'author')}
        />
        <Action
          kind="main"
          icon={<IconUserPlus size={14} />}
          pending={invite.isPending}
          unavailable={unavailable}
          submit
        >
          Make a link
        </Action>
      </div>
      <p className="words">
        {role}: {roleSaid[role as Role]}.
      </p>
      <Problem error={invite.error} />
    </form>
  )
}
