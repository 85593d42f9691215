/** The sessions of the account, with buttons to end them. */
import '../members/members.css'
import type { ListSessionsResponse, Session } from '@hookline/team/wire'
import { Group, Text, Title } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { accounts } from '../../api.ts'
import { QueryResult } from '../../page.tsx'
import { useSignOut } from '../../person-menu.tsx'
import { Problem } from '../../problem.tsx'
import { queries } from '../../queries.ts'
import { describeUserAgent } from './labels.ts'

const queryKey = ['own', 'sessions']
const saveSessions = (remaining: ListSessionsResponse) => queries.setQueryData(queryKey, remaining)

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
        Where you are signed in. A session ends after a day without use, and after a week at the latest. Changing your
        password ends all other sessions.
      </Text>
      <QueryResult query={query} loading="Loading sessions">
        {({ sessions }) => (
          <>
            <ul className="team-list member-list">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            <SessionActions others={sessions.filter(({ isThis }) => !isThis).length} />
          </>
        )}
      </QueryResult>
    </section>
  )
}

const SessionRow = ({ session }: { readonly session: Session }) => (
  <li className="member-line team-row">
    <span className="team-cell">
      <span className="team-strong" title={session.agent}>
        {describeUserAgent(session.agent)} {session.isThis ? <span className="badge">this session</span> : null}
      </span>
      <span className="team-small">
        since {formatDate(session.begunAt)}
        {session.address === '' ? '' : ` · from ${session.address}`}
      </span>
    </span>
    <span className="team-small">{session.isThis ? 'now' : `last used ${formatAgo(session.usedAt)}`}</span>
    {session.isThis ? <span /> : <End session={session} />}
  </li>
)

function End({ session }: { readonly session: Session }) {
  const end = useMutation({ mutationFn: () => accounts.endSession({ sessionId: session.id }), onSuccess: saveSessions })
  return (
    <span className="member-do">
      <Action kind="danger" pending={end.isPending} onPress={end.mutate}>
        End
      </Action>
      <Problem error={end.error} />
    </span>
  )
}

function SessionActions({ others }: { readonly others: number }) {
  const signOut = useSignOut()
  const end = useMutation({ mutationFn: () => accounts.endOtherSessions({}), onSuccess: saveSessions })
  return (
    <>
      <Group gap="xs" mt="sm">
        <Action icon={<IconLogout size={14} />} pending={signOut.isPending} onPress={signOut.mutate}>
          Sign out
        </Action>
        <Action
          kind="danger"
          pending={end.isPending}
          unavailable={others === 0 ? 'There are no other sessions.' : undefined}
          onPress={end.mutate}
        >
          End all other sessions
        </Action>
      </Group>
      <Problem error={signOut.error ?? end.error} />
    </>
  )
}
