/** The list of what is wrong now, each with the page or the button that helps. */
import { Anchor, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { pagePath } from '../../team-pages.ts'
import type { Issue } from './issues.ts'

export function IssueList({ issues }: { readonly issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-labelledby="issues" className="part">
      <Title order={2} id="issues" mb="xs">
        Now
      </Title>
      <ul className="team-list">
        {issues.map((issue) => (
          <IssueRow key={issue.key} issue={issue} />
        ))}
      </ul>
    </section>
  )
}

function IssueRow({ issue: { tone, label, text, path, pauseId } }: { readonly issue: Issue }) {
  const { teamId } = useTeam()
  return (
    <li className="issue team-row">
      <StatusLabel tone={tone}>{label}</StatusLabel>
      <span className="issue-text">{reveal(text)}</span>
      {pauseId === undefined ? null : <ResumeButton pauseId={pauseId} />}
      {path === undefined ? null : (
        <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, ...path)}>
          {path[0] === 'hooks' ? 'Open hook' : 'Show'}
          <span className="unseen">: {reveal(text)}</span>
        </Anchor>
      )}
    </li>
  )
}

function ResumeButton({ pauseId }: { readonly pauseId: bigint }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('author')
  const resume = useMutation({
    mutationFn: () => admin.resumeHooks({ teamId, pauseId }),
    onSettled: () => refresh(teamId),
  })
  return (
    <span>
      <Action
        icon={<IconPlayerPlay size={14} />}
        pending={resume.isPending}
        unavailable={missingRole}
        onPress={resume.mutate}
      >
        Resume
      </Action>
      <Problem error={resume.error} />
    </span>
  )
}
