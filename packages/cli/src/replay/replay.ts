/** Sends recorded events through today's hooks, each in a scratch copy of its workspace. It prints nothing. */
import { availableParallelism } from 'node:os'
import { usualAgent } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import type { LogRecord } from '@hookline/core/node'
import type { Execute, Execution, Job } from '../hooktest/read/types.ts'
import { type Change, changeOf, type Decision, newDecision, recordedDecision } from './decision.ts'
import { replayInput } from './replay-input.ts'
import type { ReplayWorkspaces } from './workspaces.ts'

export interface Replayed {
  readonly record: LogRecord
  readonly was: Decision
  readonly now: Decision
  /** Absent if the decision is the same. */
  readonly change?: Change
  readonly execution: Execution
}
export interface Unused {
  readonly record: LogRecord
  readonly unusable: string
  /** The hooks of its workspace are not trusted. */
  readonly untrusted?: true
}

const TIMEOUT_MS = 60_000

export async function replay(
  record: LogRecord,
  workspaces: ReplayWorkspaces,
  execute: Execute,
): Promise<Replayed | Unused> {
  const workspace = await workspaces.of(record)
  if ('unusable' in workspace) return { record, ...workspace }
  const event = replayInput(record, workspace.root)
  if ('unusable' in event) return { record, ...event }
  const job: Job = {
    template: workspace.template,
    files: event.files,
    links: workspace.links,
    env: {},
    event: record.event,
    input: event.input,
    edition: record.edition,
    agent: usualAgent.name,
    ...answeredBy(record),
    only: workspace.only(record),
    readAfter: [],
    timeoutMs: TIMEOUT_MS,
  }
  const got = await execute(job)
  if ('error' in got) return { record, unusable: `it cannot be replayed: ${got.error}` }
  const [was, now] = [recordedDecision(record), newDecision(record.event, got)]
  const change = changeOf(was, now)
  return { record, was, now, execution: got, ...(change === undefined ? {} : { change }) }
}

/** The agent that the record was decided for. Events of other programs, such as `trigger`, get the full reply. */
function answeredBy({ host }: LogRecord): Pick<Job, 'targetAgent'> {
  const name = host.agent ?? host.name ?? ''
  return dialects[name]?.agent === undefined ? {} : { targetAgent: name }
}

/** Replays several records in parallel, and reads the next one only when another has ended. */
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
