/** Sends recorded events through today's hooks, each in a scratch copy of its workspace. Prints nothing. */
import { availableParallelism } from 'node:os'
import { usualAgent } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import type { LogRecord } from '@hookline/core/node'
import type { Execute, Execution, Job } from '../hooktest/read/types.ts'
import { type Change, changeOf, type Decision, decisionNow, decisionThen } from './decision.ts'
import type { Places } from './places.ts'
import { usable } from './usable.ts'

export interface Replayed {
  readonly record: LogRecord
  readonly was: Decision
  readonly now: Decision
  /** Absent: the decision is the same. */
  readonly change?: Change
  readonly execution: Execution
}
export interface Unused {
  readonly record: LogRecord
  readonly unusable: string
}

const TIMEOUT_MS = 60_000

export async function replay(record: LogRecord, places: Places, execute: Execute): Promise<Replayed | Unused> {
  const place = await places.of(record)
  if (typeof place === 'string') return { record, unusable: place }
  const event = usable(record, place.root)
  if ('unusable' in event) return { record, ...event }
  const job: Job = {
    template: place.template,
    files: event.files,
    links: place.links,
    env: {},
    event: record.event,
    input: event.input,
    edition: record.edition,
    agent: usualAgent.name,
    ...answeredBy(record),
    only: place.only(record),
    readAfter: [],
    timeoutMs: TIMEOUT_MS,
  }
  const got = await execute(job)
  if ('error' in got) return { record, unusable: `it cannot be sent again: ${got.error}` }
  const [was, now] = [decisionThen(record), decisionNow(record.event, got)]
  const change = changeOf(was, now)
  return { record, was, now, execution: got, ...(change === undefined ? {} : { change }) }
}

/** The agent that the record was decided for. Events of other programs, such as `trigger`, are answered in full. */
function answeredBy({ host }: LogRecord): Pick<Job, 'targetAgent'> {
  const name = host.agent ?? host.name ?? ''
  return dialects[name]?.agent === undefined ? {} : { targetAgent: name }
}

/** Several at once, handed over as they end; the next one is fetched only when there is room for it. */
export async function replayAll(
  records: AsyncIterable<LogRecord>,
  act: (record: LogRecord) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const record of records) {
    if (signal.aborted) break
    const done: Promise<void> = act(record).finally(() => running.delete(done))
    running.add(done)
    if (running.size >= availableParallelism()) await Promise.race(running)
  }
  await Promise.all(running)
}
