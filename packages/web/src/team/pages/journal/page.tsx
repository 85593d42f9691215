/** Who did what, when. Nothing here can be changed; each entry carries the hash of the one before. */
import './journal.css'
import type { JournalEntry } from '@hookline/team/wire'
import { Empty } from '../../../kit/states.tsx'
import { day, when } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Listed, Page } from '../../page.tsx'
import { usePages } from '../../use-pages.ts'
import { deedSaid, detailSaid } from './said.ts'

export function JournalPage() {
  const { teamId } = useTeam()
  const pages = usePages([teamId, 'journal'], async (before, signal) => {
    const { entries, next } = await admin.listJournal({ teamId, limit: 50, before }, { signal })
    return { rows: entries, next }
  })
  return (
    <Page
      title="Journal"
      words="Who did what, when; the newest first. Entries are only ever added, each with a hash over itself and the one before."
    >
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

function Row({ entry }: { readonly entry: JournalEntry }) {
  const { at, actor, action, target, detail, hash, sequence } = entry
  return (
    <li className="journal-line team-row">
      <time dateTime={at} title={day(at)} className="team-small">
        {when(at)}
      </time>
      <span className="team-cell">
        <span>
          <span className="team-strong">{actor}</span> {deedSaid(action)}
          {target === '' || actor.includes(target) ? '' : <span className="journal-target"> {target}</span>}
        </span>
        <span className="team-small">{detailSaid(detail).join(' · ')}</span>
      </span>
      <span className="team-small mono" title={`sha256 ${hash}`}>
        {String(sequence)} · {hash.slice(0, 10)}
      </span>
    </li>
  )
}
