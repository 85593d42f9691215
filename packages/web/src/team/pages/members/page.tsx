/** The members of the team, invitations and tokens. */
import './members.css'
import type { ListMembersResponse } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { ShownOnce } from '../../shown-once.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { MemberRow } from './member-row.tsx'
import { SecondFactorPolicy } from './second-factor-policy.tsx'
import { ServiceTokens } from './service-tokens.tsx'
import { TeamTokens } from './tokens.tsx'

export function MembersPage() {
  const { teamId } = useTeam()
  const [link, setLink] = useState<string>()
  const query = useQuery<ListMembersResponse>({
    queryKey: [teamId, 'members'],
    queryFn: ({ signal }) => admin.listMembers({ teamId }, { signal }),
  })
  const count = query.data?.members.length
  return (
    <Page
      title="Members"
      description={count === undefined ? undefined : `${formatCount(count, 'member')} in this team.`}
    >
      <Invite onLink={setLink} />
      {link === undefined ? null : (
        <ShownOnce
          title="Invite link"
          description="Send this link to the new member. It works once, expires in a week, and is not shown again."
          value={link}
          copyLabel="Copy link"
          onClose={() => setLink(undefined)}
        />
      )}
      <Invitations />
      <QueryResult query={query} loading="Loading members">
        {({ members }) => (
          <ul className="team-list member-list">
            {members.map((member) => (
              <MemberRow key={member.accountId} member={member} />
            ))}
          </ul>
        )}
      </QueryResult>
      <SecondFactorPolicy />
      <TeamTokens />
      <ServiceTokens />
    </Page>
  )
}
