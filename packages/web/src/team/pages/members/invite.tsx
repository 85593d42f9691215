/** The form that creates an invite link. */
import { Select, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { type Role, roleDescriptions, roles, useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'

export function Invite({ onLink }: { readonly onLink: (link: string) => void }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
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
  const unavailable = missingRole ?? (email.trim() === '' ? 'Enter an e-mail address.' : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) invite.mutate()
  }
  // The list offers only these roles.
  const description = roleDescriptions[role as Role]
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
          disabled={missingRole !== undefined}
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
          disabled={missingRole !== undefined}
          onChange={(value) => setRole(value ?? 'author')}
        />
        <Action
          kind="main"
          icon={<IconUserPlus size={14} />}
          pending={invite.isPending}
          unavailable={unavailable}
          submit
        >
          Create invite link
        </Action>
      </div>
      <p className="words">
        {role}: {description}.
      </p>
      <Problem error={invite.error} />
    </form>
  )
}
