/** One member: since when, as what, and the way out. */
import type { Member } from '@hookline/team/wire'
import { Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserMinus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { roles, useLacks, useMe, useTeam } from '../../me.ts'
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
          since {formatDate(member.joinedAt)} · {member.totp ? 'with a second factor' : 'password alone'}
        </span>
      </span>
      <RoleOf member={member} />
      <Remove member={member} isMe={isMe} />
    </li>
  )
}

function RoleOf({ member }: { readonly member: Member }) {
  const { teamId } = useTeam()
  const lacks = useLacks('owner')
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
        disabled={lacks !== undefined || change.isPending}
        title={lacks}
        onChange={(role) => (role === null || role === member.role ? undefined : change.mutate(role))}
      />
      <Problem error={change.error} />
    </span>
  )
}

function Remove({ member, isMe }: { readonly member: Member; readonly isMe: boolean }) {
  const { teamId } = useTeam()
  const lacks = useLacks('owner')
  const [asks, { open, close }] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => admin.removeMember({ teamId, accountId: member.accountId }),
    onSuccess: async () => {
      close()
      await Promise.all([refresh(teamId), queries.invalidateQueries({ queryKey: ['me'] })])
    },
  })
  return (
    <span className="member-do">
      <Action kind="danger" icon={<IconUserMinus size={14} />} unavailable={lacks} onPress={open}>
        {isMe ? 'Leave' : 'Remove'}
      </Action>
      <Confirm
        title={isMe ? 'Leave the team?' : 'Remove this person?'}
        opened={asks}
        confirmLabel={isMe ? 'Leave' : 'Remove'}
        pending={remove.isPending}
        onConfirm={remove.mutate}
        onClose={close}
      >
        <strong>{member.email}</strong> sees nothing of the team any more, and tokens made for it end. Machines stay
        enrolled: revoke them under Devices.
        <Problem error={remove.error} />
      </Confirm>
    </span>
  )
}
