/** Who is in the team, and as what. */
import './members.css'
import type { ListMembersResponse, Member } from '@hookline/team/wire'
import { Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { counted, day } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { type Role, roleSaid, roles, useLacks, useMe, useTeam } from '../../me.ts'
import { Once } from '../../once.tsx'
import { Asked, Page } from '../../page.tsx'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'
import { Invitations } from './invitations.tsx'
import { TeamTokens } from './tokens.tsx'

export function MembersPage() {
  const { teamId } = useTeam()
  const [link, setLink] = useState<string>()
  const query = useQuery<ListMembersResponse>({
    queryKey: [teamId, 'members'],
    queryFn: ({ signal }) => admin.listMembers({ teamId }, { signal }),
  })
  const people = query.data?.members.length
  return (
    <Page
      title="Members"
      words={people === undefined ? undefined : `${counted(people, 'person', 'people')} in this team.`}
    >
      <Invite onLink={setLink} />
      {link === undefined ? null : (
        <Once
          title="The link for the new member"
          words="Hand it over yourself: it is good once, for a week, and shown only now."
          value={link}
          copy="Copy the link"
          onClose={() => setLink(undefined)}
        />
      )}
      <Invitations />
      <Asked query={query} loading="Reading the members">
        {({ members }) => (
          <ul className="team-list member-list">
            {members.map((member) => (
              <Row key={member.accountId} member={member} />
            ))}
          </ul>
        )}
      </Asked>
      <TeamTokens />
    </Page>
  )
}

const roleChoice = roles.map((role) => ({ value: role, label: role }))

function Invite({ onLink }: { readonly onLink: (link: string) => void }) {
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
          data={roleChoice}
          value={role}
          disabled={lacks !== undefined}
          onChange={(value) => setRole(value ?? 'author')}
        />
        <Action
          kind="main"
          icon={<IconUserPlus size={14} />}
          pending={invite.isPending}
          unavailable={unavailable}
          onPress={invite.mutate}
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

function Row({ member }: { readonly member: Member }) {
  const { data } = useMe()
  const isMe = member.accountId === data?.accountId
  return (
    <li className="member-line team-row">
      <span className="team-cell">
        <span className="team-strong">
          {member.email} {isMe ? <span className="badge">you</span> : null}
        </span>
        <span className="team-small">
          since {day(member.joinedAt)} · {member.totp ? 'with a second factor' : 'password alone'}
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
        data={roleChoice}
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
        does={isMe ? 'Leave' : 'Remove'}
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
