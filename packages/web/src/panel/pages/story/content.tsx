/** The story in its order: why, what can be done, who was told what, the runs, who stood aside, what came in. */
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
  const [open, setOpen] = useState<string[]>(() => firstOpen(story))
  const unfold = (id: string) => setOpen((ids) => (ids.includes(id) ? ids : [...ids, id]))
  return (
    <>
      <Part title="Why">
        <Why story={story} />
      </Part>
      <Actions story={story} />
      <Messages {...story.messages} />
      {story.runs.length === 0 ? null : (
        <Part title={`What ran (${story.runs.length})`}>
          <Timeline story={story} onPick={unfold} />
          <RunList runs={story.runs} open={open} onOpen={setOpen} />
        </Part>
      )}
      <Skipped skipped={story.skipped} count={story.skippedCount} />
      <Input story={story} />
      <Part title="Answer to the agent">
        <JsonText value={story.reply} label="Answer to the agent" />
      </Part>
      <Around story={story} />
    </>
  )
}

/** The one that decided; without one, those that failed; else the only one. */
function firstOpen({ runs }: Story): string[] {
  const telling = runs.filter(({ decided }) => decided)
  const failed = runs.filter(({ failure }) => failure !== undefined)
  return (telling.length > 0 ? telling : failed.length > 0 ? failed : runs.slice(0, 1)).map(({ id }) => id)
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
  const stood = skippedCount === 0 ? '' : `, ${skippedCount} stood aside`
  return (
    <div className={`why-box why-${row.tone}`}>
      {reason === undefined ? null : <p className="why why-reason">{reveal(reason)}</p>}
      <p className={reason === undefined ? 'why' : 'why-more'}>{reveal(sentence(because.message))}</p>
      <p className="why-more">
        {formatCount(runs.length, 'hook')} ran{stood} · rule <span className="mono">{because.rule}</span>
      </p>
    </div>
  )
}

const sentence = (text: string): string =>
  text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`

function Messages({ user, agent }: Story['messages']) {
  if (user === undefined && agent === undefined) return null
  return (
    <Part title="What was said">
      {user === undefined ? null : <Told who="To the person" text={user} />}
      {agent === undefined ? null : <Told who="To the model" text={agent} />}
    </Part>
  )
}

const Told = ({ who, text }: { readonly who: string; readonly text: string }) => (
  <>
    <h4>{who}</h4>
    <PlainText text={text} label={who} />
  </>
)

interface SkippedProps {
  readonly skipped: readonly StorySkip[]
  readonly count: number
}
const Skipped = ({ skipped, count }: SkippedProps) =>
  count === 0 ? null : (
    <Part title={`What stood aside (${count})`}>
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
          Not as the hooks saw it (private, redacted or cut): <span className="mono">{missing.join(', ')}</span>
        </p>
      )}
    </Part>
  )
}

function Around({ story }: { readonly story: Story }) {
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
    <Part title="Around it">
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
