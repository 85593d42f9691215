/** What today's hooks say to an old event: was, and now. */
import { Alert } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatMs } from '../../../kit/text.ts'
import type { Replay } from '../../../wire/panel.ts'

interface ReplayResultProps {
  readonly answer: Replay | undefined
  readonly error: Error | null
}

export function ReplayResult({ answer, error }: ReplayResultProps) {
  if (error !== null)
    return (
      <Alert color="red" variant="light" role="alert" py={8}>
        {error.message}
      </Alert>
    )
  if (answer === undefined) return null
  const { was, now, changed, unusable, runs } = answer
  return (
    <div role="status" className={`why-box why-${changed ? 'ask' : 'plain'}`}>
      {now === undefined ? (
        <p className="why">It could not be played again{unusable === undefined ? '.' : `: ${reveal(unusable)}`}</p>
      ) : (
        <>
          <p className="why">
            <StatusLabel tone={was.tone}>{was.word}</StatusLabel> →{' '}
            <StatusLabel tone={now.tone}>{now.word}</StatusLabel>{' '}
            {changed ? 'Today it ends differently.' : 'As it was.'}
          </p>
          <p className="why-more">{reveal(now.message)}</p>
          {runs.map((run) => (
            <p key={run.hookId} className="why-more">
              <span className="mono">{run.name}</span> {run.said} · {formatMs(run.ms)}
            </p>
          ))}
        </>
      )}
    </div>
  )
}
