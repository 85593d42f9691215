/** Runs the `hookline run …` command that an agent is configured with, with canaries on its stdin. */

import { commandLine, type Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { type Agent, agents } from '../agents.ts'
import {
  type CallOptions,
  call,
  inScratchState,
  isDeny,
  outcomeOf,
  payloadFor,
  withDenyingHook,
} from '../connect/call.ts'
import { connectionsOf, dialectOf, firedBy, isLeftToUser } from '../connect/connections.ts'
import { callObstacle, guardText } from '../connect/obstacles.ts'
import { labelOf } from '../text/entry-text.ts'
import { oneLine, quoted } from '../text/plain.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

export interface InstalledProof {
  readonly agent: Agent
  readonly finding: Finding
  /** Our events for which the command allowed and denied correctly. */
  readonly events: readonly EventName[]
}

/** Entries of agents that call Hookline. Those of an untrusted workspace are left out, because they must not run. */
export const installed = ({ entries }: Survey): readonly { readonly agent: Agent; readonly entry: Entry }[] =>
  agents.flatMap((agent) =>
    connectionsOf(agent, entries)
      .filter(({ trust }) => trust !== 'untrusted' && trust !== 'changed')
      .map((entry) => ({ agent, entry })),
  )

/** `gates` are our events with hooks that can run. Only those for which the agent calls this command are tried. `others` have the same command. */
export function proveInstalled(
  agent: Agent,
  entry: Entry,
  gates: readonly EventName[],
  survey: Survey,
  signal: AbortSignal,
  others = 0,
): Promise<InstalledProof> {
  const theirs = firedBy(agent, entry.event)
  const isLeft = isLeftToUser(agent, entry, survey.entries)
  const events = isLeft ? [] : gates.filter((event) => firedBy(agent, event).some((name) => theirs.includes(name)))
  const obstacle = callObstacle(agent, entry, survey)
  const more = others === 0 ? '' : ` and ${others} more`
  const base = { area: 'canary', subject: `${agent.title} ${theirs.join(', ')}${more}` } as const
  return inScratchState(survey.stateDirectory, survey.env, async (env, scratch) => {
    const options: CallOptions = { root: survey.root, edition: survey.edition, env, signal }
    const faults: string[] = [...(await tryUnreadable(agent, entry, options))]
    for (const event of events) faults.push(...(await tryAllowAndDeny(agent, entry, event, options, scratch)))
    const next = `hookline check ${quoted(oneLine(entry.origin.file ?? '.'))}`
    const [first] = faults
    if (first !== undefined)
      return { agent, events: [], finding: { ...base, state: 'fail', says: `${labelOf(entry)}: ${first}`, next } }
    const unread = isLeft
      ? 'denies what it cannot read, and leaves the rest to your own settings'
      : 'denies what it cannot read'
    const result = events.length === 0 ? unread : `allows and denies correctly (${events.join(', ')})`
    if (obstacle === undefined)
      return { agent, events, finding: { ...base, state: 'ok', says: `the configured command ${result}` } }
    const says = `${guardText(obstacle)}, although the command itself ${result} when doctor runs it`
    return { agent, events, finding: { ...base, state: 'not-proved', says, next: obstacle.next } }
  })
}

/** An unreadable event must be denied, whatever the hooks do. */
async function tryUnreadable(agent: Agent, entry: Entry, options: CallOptions): Promise<readonly string[]> {
  const result = await call(commandLine(entry) ?? '', entry.cwd, '{"hook_event_name":', options)
  const { code, reply, end, stderr } = result
  const dialect = dialectOf(agent)
  if (dialect !== undefined && outcomeOf(dialect, result) === 'denies') return []
  if (code === 2 && reply !== undefined && dialect !== undefined && isDeny(dialect, reply)) return []
  return [`an unreadable event ended with ${end} and was not denied. ${oneLine(stderr)}`.trim()]
}

async function tryAllowAndDeny(
  agent: Agent,
  entry: Entry,
  event: EventName,
  options: CallOptions,
  scratch: string,
): Promise<readonly string[]> {
  const dialect = dialectOf(agent)
  if (dialect === undefined) return []
  // Samples are JSON objects.
  const payload = payloadFor(dialect, event, eventRows[event].sample(options.root) as JsonObject, options)
  const callWith = (env: CallOptions['env']) => call(commandLine(entry) ?? '', entry.cwd, payload, { ...options, env })
  const harmless = await callWith(options.env)
  const allowed = outcomeOf(dialect, harmless)
  if (allowed === undefined)
    return [`a harmless ${event} ended with ${harmless.end}. ${oneLine(harmless.stderr)}`.trim()]
  if (allowed === 'denies')
    return [`even a harmless ${event} is denied: ${oneLine(JSON.stringify(harmless.reply ?? harmless.stderr))}`]
  const denied = await callWith(withDenyingHook(event, options.env, scratch))
  return outcomeOf(dialect, denied) === 'denies' ? [] : [`a deny of ${event} had no effect: ${denied.end}`]
}
