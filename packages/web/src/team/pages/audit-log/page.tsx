/** The audit log, and the result of its integrity check. */
import './audit-log.css'
import type { JournalCheck, JournalEntry } from '@hookline/team/wire'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatDate, formatWhen } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Page, PagedList } from '../../page.tsx'
import { usePages } from '../../use-pages.ts'
import { describeAction, describeDetail, describeIntegrity } from './labels.ts'

export function AuditLogPage() {
  const { teamId } = useTeam()
  const pages = usePages([teamId, 'journal'], async (before, signal) => {
    const { entries, next, check } = await admin.listJournal({ teamId, limit: 50, before }, { signal })
    return { rows: entries, next, check }
  })
  return (
    <Page
      title="Audit log"
      description="Who changed what and when, newest first. Entries cannot be edited: each has a hash over itself and all earlier entries."
    >
      <Integrity check={pages.first?.check} newest={pages.rows?.[0]} />
      <PagedList pages={pages} loading="Loading the audit log" empty={<Empty title="No entries yet." />}>
        {(entries) => (
          <ol className="team-list">
            {entries.map((entry) => (
              <AuditRow key={String(entry.sequence)} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
    </Page>
  )
}

interface IntegrityProps {
  readonly check: JournalCheck | undefined
  readonly newest: JournalEntry | undefined
}
function Integrity({ check, newest }: IntegrityProps) {
  if (check === undefined || newest === undefined) return null
  const { tone, label, explanation } = describeIntegrity(check, newest)
  return (
    <p className="audit-integrity" role={tone === 'deny' ? 'alert' : undefined}>
      <StatusLabel tone={tone}>{label}</StatusLabel> <span className="team-small">{explanation}</span>
    </p>
  )
}

function AuditRow({ entry }: { readonly entry: JournalEntry }) {
  const { at, actor, action, target, detail, hash, sequence } = entry
  return (
    <li className="audit-line team-row">
      <time dateTime={at} title={formatDate(at)} className="team-small">
        {formatWhen(at)}
      </time>
      <span className="team-cell">
        <span>
          <span className="team-strong">{actor}</span> {describeAction(action)}
          {target === '' || actor.includes(target) ? '' : <span className="audit-target"> {target}</span>}
        </span>
        <span className="team-small">{describeDetail(detail).join(' · ')}</span>
      </span>
      <span className="team-small mono" title={`hmac-sha256 ${hash}`}>
        {String(sequence)} · {hash.slice(0, 10)}
      </span>
    </li>
  )
}
