/** Describes telemetry for people: where it goes, and whether it arrives. Never shows the value of a header. */
import type { OtelStatus } from '@hookline/core/otel'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { shortTime } from '../text/when.ts'

const ownerLabels = { enterprise: 'your organisation', user: 'you' } as const

export const otelLabel = ({ owner, endpoint, signals }: OtelStatus): string =>
  `${signals.length === 0 ? 'nothing' : signals.join(', ')} to ${endpoint === '' ? 'no address' : oneLine(endpoint)}, set by ${ownerLabels[owner]}`

/** Whether it arrives, in one sentence. */
export function arrivalText(status: OtelStatus, now: Date): string {
  const { unusable, failure, sentAt, waiting, sent } = status
  const time = (at: string) => shortTime(new Date(at), now)
  if (unusable !== undefined) return `nothing is sent: ${unusable}`
  if (failure !== undefined)
    return `does not arrive since ${time(failure.at)}: ${oneLine(failure.message)}; ${waitingText(waiting)}`
  if (sentAt !== undefined) return `last arrived ${time(sentAt)} (${counted(sent, 'event')} in all)${lossText(status)}`
  return `nothing was sent yet; ${waitingText(waiting)}`
}

const waitingText = (waiting: number): string => `${counted(waiting, 'event waits', 'events wait')}`

const lossText = ({ dropped, rejected }: OtelStatus): string =>
  [
    dropped === 0 ? '' : `; ${counted(dropped, 'event was', 'events were')} lost here`,
    rejected === 0 ? '' : `; ${counted(rejected, 'item was', 'items were')} not taken there`,
  ].join('')
