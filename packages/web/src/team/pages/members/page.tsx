/** Who is in the team, and as what. */
import './members.css'
import type { ListMembersResponse } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Once } from '../../once.tsx'
import { Asked, Page } from '../../page.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { MemberRow } from './member-row.tsx'
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
      words={people === undefined ? undefined : `${formatCount(people, 'person', 'people')} in this team.`}
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
              <MemberRow key={member.accountId} member={member} />
            ))}
          </ul>
        )}
      </Asked>
      <TeamTokens />
    </Page>
  )
}
