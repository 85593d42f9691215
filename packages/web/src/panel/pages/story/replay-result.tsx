/** The recorded decision of an event next to the decision of the current hooks. */
import { Alert } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatMs } from '../../../kit/text.ts'
import type { Replay } from '../../../wire/panel.ts'

interface ReplayResultProps {
  readonly replay: Replay | undefined
  readonly error: Error | null
}

export function ReplayResult({ replay, error }: ReplayResultProps) {
  if (error !== null)
    return (
      <Alert color="red" variant="light" role="alert" py={8}>
        {error.message}
      </Alert>
    )
  if (replay === undefined) return null
  const { was, now, changed, unusable, runs } = replay
  return (
    <div role="status" className={`why-box why-${changed ? 'ask' : 'plain'}`}>
      {now === undefined ? (
        <p className="why">This event could not be replayed{unusable === undefined ? '.' : `: ${reveal(unusable)}`}</p>
      ) : (
        <>
          <p className="why">
            <StatusLabel tone={was.tone}>{was.word}</StatusLabel> →{' '}
            <StatusLabel tone={now.tone}>{now.word}</StatusLabel>{' '}
            {changed ? 'The decision has changed.' : 'Same decision.'}
          </p>
          <p className="why-more">{reveal(now.message)}</p>
          {runs.map((run) => (
            <p key={run.hookId} className="why-more">
              <span className="mono">{run.name}</span> {run.outcome} · {formatMs(run.ms)}
            </p>
          ))}
        </>
      )}
    </div>
  )
}
