/** The list of enrolment codes, with buttons to revoke them. */
import type { EnrollmentCode } from '@hookline/team/wire'
import { IconBan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatCount, formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { describeCode } from './labels.ts'

export const CodeList = ({ codes }: { readonly codes: readonly EnrollmentCode[] }) => (
  <ul className="team-list">
    {codes.map((code) => (
      <CodeRow key={code.id} code={code} />
    ))}
  </ul>
)

function CodeRow({ code }: { readonly code: EnrollmentCode }) {
  const { label, tone, isOpen } = describeCode(code)
  return (
    <li className="code-line team-row">
      <span>
        <StatusLabel tone={tone}>{label}</StatusLabel>
      </span>
      <span className="team-cell">
        <span className="team-strong">{code.note === '' ? 'No note' : code.note}</span>
        <span className="team-small">
          {code.id} · by {code.author}
        </span>
      </span>
      <span className="team-cell">
        <span>{formatCount(code.usesLeft, 'device')} left</span>
        <span className="team-small">until {formatDate(code.expiresAt)}</span>
      </span>
      {isOpen ? <Revoke code={code} /> : <span />}
    </li>
  )
}

function Revoke({ code }: { readonly code: EnrollmentCode }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const revoke = useMutation({
    mutationFn: () => admin.revokeEnrollmentCode({ teamId, codeId: code.id }),
    onSuccess: () => refresh(teamId),
  })
  return (
    <span className="device-do">
      <Action
        kind="danger"
        icon={<IconBan size={14} />}
        pending={revoke.isPending}
        unavailable={missingRole}
        hint="No further devices can enrol with this code. Enrolled devices stay."
        onPress={revoke.mutate}
      >
        Revoke
      </Action>
      <Problem error={revoke.error} />
    </span>
  )
}
