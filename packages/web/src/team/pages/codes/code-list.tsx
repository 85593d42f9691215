/** The codes there are, and the way to end one. */
import type { EnrollmentCode } from '@hookline/team/wire'
import { IconBan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatCount, formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { codeSaid } from './said.ts'

export const CodeList = ({ codes }: { readonly codes: readonly EnrollmentCode[] }) => (
  <ul className="team-list">
    {codes.map((code) => (
      <Row key={code.id} code={code} />
    ))}
  </ul>
)

function Row({ code }: { readonly code: EnrollmentCode }) {
  const { word, tone, isOpen } = codeSaid(code)
  return (
    <li className="code-line team-row">
      <span>
        <StatusLabel tone={tone}>{word}</StatusLabel>
      </span>
      <span className="team-cell">
        <span className="team-strong">{code.note === '' ? 'no note' : code.note}</span>
        <span className="team-small">
          {code.id} · by {code.author}
        </span>
      </span>
      <span className="team-cell">
        <span>{formatCount(code.usesLeft, 'machine')} left</span>
        <span className="team-small">until {formatDate(code.expiresAt)}</span>
      </span>
      {isOpen ? <Revoke code={code} /> : <span />}
    </li>
  )
}

function Revoke({ code }: { readonly code: EnrollmentCode }) {
  const { teamId } = useTeam()
  const lacks = useLacks('owner')
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
        unavailable={lacks}
        hint="No more machine enrols with it; those that did stay."
        onPress={revoke.mutate}
      >
        Revoke
      </Action>
      <Problem error={revoke.error} />
    </span>
  )
}
