/** One member with their role, and a button to remove them. */
import type { Member } from '@hookline/team/wire'
import { Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserMinus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { roles, useMe, useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'

export function MemberRow({ member }: { readonly member: Member }) {
  const { data } = useMe()
  const isMe = member.accountId === data?.accountId
  return (
    <li className="member-line team-row">
      <span className="team-cell">
        <span className="team-strong">
          {member.email} {isMe ? <span className="badge">you</span> : null}
        </span>
        <span className="team-small">
          since {formatDate(member.joinedAt)} · {describeSignIn(member)}
        </span>
      </span>
      <RoleSelect member={member} />
      <Remove member={member} isMe={isMe} />
    </li>
  )
}

const describeSignIn = ({ managedBy, totp, keys }: Member): string =>
  managedBy === '' ? (totp || keys > 0 ? 'two-factor authentication' : 'password only') : `managed by ${managedBy}`

function RoleSelect({ member }: { readonly member: Member }) {
  const { teamId } = useTeam()
  const ownerOnly = useMissingRole('owner')
  const missingRole =
    member.managedBy === '' ? ownerOnly : `The groups of the identity provider ${member.managedBy} decide this role.`
  const change = useMutation({
    mutationFn: (role: string) => admin.setRole({ teamId, accountId: member.accountId, role }),
    onSuccess: () => Promise.all([refresh(teamId), queries.invalidateQueries({ queryKey: ['me'] })]),
  })
  return (
    <span className="team-cell">
      <Select
        size="xs"
        aria-label={`Role of ${member.email}`}
        allowDeselect={false}
        data={[...roles]}
        value={member.role}
        disabled={missingRole !== undefined || change.isPending}
        title={missingRole}
        onChange={(role) => (role === null || role === member.role ? undefined : change.mutate(role))}
      />
      <Problem error={change.error} />
    </span>
  )
}

function Remove({ member, isMe }: { readonly member: Member; readonly isMe: boolean }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const [isConfirming, { open, close }] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => admin.removeMember({ teamId, accountId: member.accountId }),
    onSuccess: async () => {
      close()
      await Promise.all([refresh(teamId), queries.invalidateQueries({ queryKey: ['me'] })])
    },
  })
  return (
    <span className="member-do">
      <Action kind="danger" icon={<IconUserMinus size={14} />} unavailable={missingRole} onPress={open}>
        {isMe ? 'Leave' : 'Remove'}
      </Action>
      <Confirm
        title={isMe ? 'Leave the team?' : 'Remove this member?'}
        opened={isConfirming}
        confirmLabel={isMe ? 'Leave team' : 'Remove member'}
        pending={remove.isPending}
        onConfirm={remove.mutate}
        onClose={close}
      >
        <strong>{member.email}</strong> loses access to the team, and their tokens for it are revoked. Their devices
        stay enrolled. You can revoke them on the Devices page.
        <Problem error={remove.error} />
      </Confirm>
    </span>
  )
}
