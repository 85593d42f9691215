/** Who did what, when, and whether the journal is as it was written. */
import './journal.css'
import type { JournalCheck, JournalEntry } from '@hookline/team/wire'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatDate, formatWhen } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Listed, Page } from '../../page.tsx'
import { usePages } from '../../use-pages.ts'
import { deedSaid, detailSaid, wholeSaid } from './said.ts'

export function JournalPage() {
  const { teamId } = useTeam()
  const pages = usePages([teamId, 'journal'], async (before, signal) => {
    const { entries, next, check } = await admin.listJournal({ teamId, limit: 50, before }, { signal })
    return { rows: entries, next, check }
  })
  return (
    <Page
      title="Journal"
      words="Who did what, when; the newest first. Entries are only ever added, each with a hash over itself and all before it."
    >
      <Whole check={pages.first?.check} newest={pages.rows?.[0]} />
      <Listed pages={pages} loading="Reading the journal" empty={<Empty title="Nothing was done yet." />}>
        {(entries) => (
          <ol className="team-list">
            {entries.map((entry) => (
              <Row key={String(entry.sequence)} entry={entry} />
            ))}
          </ol>
        )}
      </Listed>
    </Page>
  )
}

interface WholeProps {
  readonly check: JournalCheck | undefined
  readonly newest: JournalEntry | undefined
}
function Whole({ check, newest }: WholeProps) {
  if (check === undefined || newest === undefined) return null
  const { tone, word, rest } = wholeSaid(check, newest)
  return (
    <p className="journal-whole" role={tone === 'deny' ? 'alert' : undefined}>
      <StatusLabel tone={tone}>{word}</StatusLabel> <span className="team-small">{rest}</span>
    </p>
  )
}

function Row({ entry }: { readonly entry: JournalEntry }) {
  const { at, actor, action, target, detail, hash, sequence } = entry
  return (
    <li className="journal-line team-row">
      <time dateTime={at} title={formatDate(at)} className="team-small">
        {formatWhen(at)}
      </time>
      <span className="team-cell">
        <span>
          <span className="team-strong">{actor}</span> {deedSaid(action)}
          {target === '' || actor.includes(target) ? '' : <span className="journal-target"> {target}</span>}
        </span>
        <span className="team-small">{detailSaid(detail).join(' · ')}</span>
      </span>
      <span className="team-small mono" title={`hmac-sha256 ${hash}`}>
        {String(sequence)} · {hash.slice(0, 10)}
      </span>
    </li>
  )
}
