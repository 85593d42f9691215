/** Invite links that are not used yet. */
import type { Invitation, ListInvitationsResponse } from '@hookline/team/wire'
import { Title } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { formatCount, formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'

export function Invitations() {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const { data, error } = useQuery<ListInvitationsResponse>({
    queryKey: [teamId, 'invitations'],
    queryFn: ({ signal }) => admin.listInvitations({ teamId }, { signal }),
    enabled: missingRole === undefined,
  })
  const open = data?.invitations ?? []
  if (open.length === 0) return <Problem error={error} />
  return (
    <section aria-labelledby="invitations" className="part">
      <Title order={2} id="invitations" mb="xs">
        {formatCount(open.length, 'open invitation')}
      </Title>
      <ul className="team-list member-list">
        {open.map((invitation) => (
          <InvitationRow key={invitation.email} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function InvitationRow({ invitation: { email, role, author, expiresAt } }: { readonly invitation: Invitation }) {
  const { teamId } = useTeam()
  const revoke = useMutation({
    mutationFn: () => admin.revokeInvitation({ teamId, email }),
    onSuccess: () => refresh(teamId),
  })
  return (
    <li className="member-line team-row">
      <span className="team-cell">
        <span className="team-strong">{email === '' ? 'Anyone with the link' : email}</span>
        <span className="team-small">
          by {author} · valid until {formatDate(expiresAt)}
        </span>
        <Problem error={revoke.error} />
      </span>
      <span className="team-cell">{role}</span>
      <span className="member-do">
        <Action kind="danger" icon={<IconLinkOff size={14} />} pending={revoke.isPending} onPress={revoke.mutate}>
          Revoke invitation
        </Action>
      </span>
    </li>
  )
}
