/** The parts of a story: reason, actions, messages, runs, skipped hooks, input, reply and context. */
import { type ReactNode, useState } from 'react'
import { DiffView } from '../../../kit/diff-view.tsx'
import { JsonText } from '../../../kit/json-text.tsx'
import { PlainText } from '../../../kit/plain-text.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { formatCount, formatJson } from '../../../kit/text.ts'
import type { Story, StorySkip } from '../../../wire/panel.ts'
import { Actions } from './actions.tsx'
import { RunList } from './run-list.tsx'
import { Timeline } from './timeline.tsx'

export function Content({ story }: { readonly story: Story }) {
  const [open, setOpen] = useState<string[]>(() => initiallyOpen(story))
  const expand = (id: string) => setOpen((ids) => (ids.includes(id) ? ids : [...ids, id]))
  return (
    <>
      <Part title="Why">
        <Why story={story} />
      </Part>
      <Actions story={story} />
      <Messages {...story.messages} />
      {story.runs.length === 0 ? null : (
        <Part title={`Hooks that ran (${story.runs.length})`}>
          <Timeline story={story} onPick={expand} />
          <RunList runs={story.runs} open={open} onOpen={setOpen} />
        </Part>
      )}
      <Skipped skipped={story.skipped} count={story.skippedCount} />
      <Input story={story} />
      <Part title="Reply to the agent">
        <JsonText value={story.reply} label="Reply to the agent" />
      </Part>
      <Context story={story} />
    </>
  )
}

/** Opens the run that decided; otherwise the failed runs; otherwise the first run. */
function initiallyOpen({ runs }: Story): string[] {
  const deciding = runs.filter(({ decided }) => decided)
  const failed = runs.filter(({ failure }) => failure !== undefined)
  return (deciding.length > 0 ? deciding : failed.length > 0 ? failed : runs.slice(0, 1)).map(({ id }) => id)
}

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}
const Part = ({ title, children }: PartProps) => (
  <section className="part">
    <h3>{title}</h3>
    {children}
  </section>
)

function Why({ story }: { readonly story: Story }) {
  const { because, reason, runs, skippedCount, row } = story
  const skippedNote = skippedCount === 0 ? '' : `, ${skippedCount} skipped`
  return (
    <div className={`why-box why-${row.tone}`}>
      {reason === undefined ? null : <p className="why why-reason">{reveal(reason)}</p>}
      <p className={reason === undefined ? 'why' : 'why-more'}>{reveal(toSentence(because.message))}</p>
      <p className="why-more">
        {formatCount(runs.length, 'hook')} ran{skippedNote} · rule <span className="mono">{because.rule}</span>
      </p>
    </div>
  )
}

const toSentence = (text: string): string =>
  text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`

function Messages({ user, agent }: Story['messages']) {
  if (user === undefined && agent === undefined) return null
  return (
    <Part title="Messages">
      {user === undefined ? null : <Message recipient="To the user" text={user} />}
      {agent === undefined ? null : <Message recipient="To the model" text={agent} />}
    </Part>
  )
}

const Message = ({ recipient, text }: { readonly recipient: string; readonly text: string }) => (
  <>
    <h4>{recipient}</h4>
    <PlainText text={text} label={recipient} />
  </>
)

interface SkippedProps {
  readonly skipped: readonly StorySkip[]
  readonly count: number
}
const Skipped = ({ skipped, count }: SkippedProps) =>
  count === 0 ? null : (
    <Part title={`Skipped hooks (${count})`}>
      <ul className="skips">
        {skipped.map(({ hookId, label, why, detail }) => (
          <li key={`${hookId} ${why}`}>
            <span className="mono">{reveal(label)}</span> <span className="badge">{why}</span>{' '}
            <span className="dim">{detail}</span>
          </li>
        ))}
        {count > skipped.length ? <li className="dim">and {count - skipped.length} more</li> : null}
      </ul>
    </Part>
  )

function Input({ story: { input, originalInput, missing } }: { readonly story: Story }) {
  return (
    <Part title={originalInput === undefined ? 'Input' : 'Input, rewritten'}>
      {originalInput === undefined ? (
        <JsonText value={input} label="Input" />
      ) : (
        <DiffView
          before={formatJson(originalInput)}
          after={formatJson(input)}
          label="Input before and after"
          language="json"
        />
      )}
      {missing.length === 0 ? null : (
        <p className="dim small">
          Differs from what the hooks received (private, redacted or cut):{' '}
          <span className="mono">{missing.join(', ')}</span>
        </p>
      )}
    </Part>
  )
}

function Context({ story }: { readonly story: Story }) {
  const facts = [
    ['Record', story.row.id],
    ['Conversation', story.row.session],
    ['Directory', story.cwd],
    ['Workspace', story.root],
    ['Edition', story.edition],
    ['Kind', story.kind],
    ['Verdict', story.verdict],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '')
  return (
    <Part title="Context">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      {story.notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
    </Part>
  )
}
