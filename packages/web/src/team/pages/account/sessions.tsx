/** Where this account is signed in, and the way out of each. */
import '../members/members.css'
import type { ListSessionsResponse, Session } from '@hookline/team/wire'
import { Group, Text, Title } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { accounts } from '../../api.ts'
import { Asked } from '../../page.tsx'
import { useSignOut } from '../../person-menu.tsx'
import { Problem } from '../../problem.tsx'
import { queries } from '../../queries.ts'
import { agentSaid } from './said.ts'

const queryKey = ['own', 'sessions']
const keep = (left: ListSessionsResponse) => queries.setQueryData(queryKey, left)

export function SessionsPart() {
  const query = useQuery<ListSessionsResponse>({
    queryKey,
    queryFn: ({ signal }) => accounts.listSessions({}, { signal }),
    refetchInterval: 20_000,
  })
  return (
    <section aria-labelledby="sessions" className="part">
      <Title order={2} id="sessions" mb={4}>
        Sessions
      </Title>
      <Text size="sm" c="dimmed">
        Where you are signed in. A session ends after a day without use and after a week; a new password ends all
        others.
      </Text>
      <Asked query={query} loading="Reading the sessions">
        {({ sessions }) => (
          <>
            <ul className="team-list member-list">
              {sessions.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </ul>
            <Ways others={sessions.filter(({ isThis }) => !isThis).length} />
          </>
        )}
      </Asked>
    </section>
  )
}

const Row = ({ session }: { readonly session: Session }) => (
  <li className="member-line team-row">
    <span className="team-cell">
      <span className="team-strong" title={session.agent}>
        {agentSaid(session.agent)} {session.isThis ? <span className="badge">this one</span> : null}
      </span>
      <span className="team-small">
        since {formatDate(session.begunAt)}
        {session.address === '' ? '' : ` · from ${session.address}`}
      </span>
    </span>
    <span className="team-small">{session.isThis ? 'now' : `seen ${formatAgo(session.usedAt)}`}</span>
    {session.isThis ? <span /> : <End session={session} />}
  </li>
)

function End({ session }: { readonly session: Session }) {
  const end = useMutation({ mutationFn: () => accounts.endSession({ sessionId: session.id }), onSuccess: keep })
  return (
    <span className="member-do">
      <Action kind="danger" pending={end.isPending} onPress={end.mutate}>
        End
      </Action>
      <Problem error={end.error} />
    </span>
  )
}

function Ways({ others }: { readonly others: number }) {
  const signOut = useSignOut()
  const end = useMutation({ mutationFn: () => accounts.endOtherSessions({}), onSuccess: keep })
  return (
    <>
      <Group gap="xs" mt="sm">
        <Action icon={<IconLogout size={14} />} pending={signOut.isPending} onPress={signOut.mutate}>
          Sign out
        </Action>
        <Action
          kind="danger"
          pending={end.isPending}
          unavailable={others === 0 ? 'There is no other session.' : undefined}
          onPress={end.mutate}
        >
          End all others
        </Action>
      </Group>
      <Problem error={signOut.error ?? end.error} />
    </>
  )
}
