/** Where an agent's configured command is `hookline run …`: that very command line, with canaries on its stdin. */

import { commandLine, type Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { type Agent, agents } from '../agents.ts'
import { call, inScratchState, type Place, payloadFor, saysNo, withNo } from '../connect/call.ts'
import { connectionsOf, dialectOf, firedBy } from '../connect/connections.ts'
import { callObstacle, guardText } from '../connect/obstacles.ts'
import { labelOf } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

export interface Called {
  readonly agent: Agent
  readonly finding: Finding
  /** Our events that came back allowed and denied as they should. */
  readonly events: readonly EventName[]
}

/** Commands of agents that call Hookline; those of a workspace that is not trusted are not run. */
export const installed = ({ entries }: Survey): readonly { readonly agent: Agent; readonly entry: Entry }[] =>
  agents.flatMap((agent) =>
    connectionsOf(agent, entries)
      .filter(({ trust }) => trust !== 'untrusted' && trust !== 'changed')
      .map((entry) => ({ agent, entry })),
  )

/** `gates`: our events with hooks that can run. Only those that this command is called for are tried. */
export function proveInstalled(
  agent: Agent,
  entry: Entry,
  gates: readonly EventName[],
  survey: Survey,
  signal: AbortSignal,
): Promise<Called> {
  const theirs = firedBy(agent, entry.event)
  const events = gates.filter((event) => firedBy(agent, event).some((name) => theirs.includes(name)))
  const obstacle = callObstacle(agent, entry, survey)
  const base = { area: 'canary', subject: `${agent.title} ${theirs.join(', ')}` } as const
  return inScratchState(survey.stateDirectory, survey.env, async (env, scratch) => {
    const place: Place = { root: survey.root, edition: survey.edition, env, signal }
    const faults: string[] = [...(await garbled(agent, entry, place))]
    for (const event of events) faults.push(...(await allowedAndDenied(agent, entry, event, place, scratch)))
    const next = `hookline check ${oneLine(entry.origin.file ?? '')}`
    const [first] = faults
    if (first !== undefined)
      return { agent, events: [], finding: { ...base, state: 'fail', says: `${labelOf(entry)}: ${first}`, next } }
    const seen =
      events.length === 0 ? 'refuses what it cannot read' : `allowed and denied as it should (${events.join(', ')})`
    if (obstacle === undefined)
      return { agent, events, finding: { ...base, state: 'ok', says: `run as configured: ${seen}` } }
    const says = `${guardText(obstacle)}, although the command itself, run by doctor, ${seen}`
    return { agent, events, finding: { ...base, state: 'not-proved', says, next: obstacle.next } }
  })
}

/** What nobody can read must be refused, whatever the hooks say: a no that needs none of them. */
async function garbled(agent: Agent, entry: Entry, place: Place): Promise<readonly string[]> {
  const { code, reply, end, stderr } = await call(commandLine(entry) ?? '', entry.cwd, '{"hook_event_name":', place)
  const dialect = dialectOf(agent)
  if (code === 2 && reply !== undefined && dialect !== undefined && saysNo(dialect, reply)) return []
  return [`an event that cannot be read ended with ${end} and was not refused. ${oneLine(stderr)}`.trim()]
}

async function allowedAndDenied(
  agent: Agent,
  entry: Entry,
  event: EventName,
  place: Place,
  scratch: string,
): Promise<readonly string[]> {
  const dialect = dialectOf(agent)
  if (dialect === undefined) return []
  const payload = payloadFor(dialect, event, eventRows[event].sample(place.root) as JsonObject, place)
  const ask = (env: Place['env']) => call(commandLine(entry) ?? '', entry.cwd, payload, { ...place, env })
  const harmless = await ask(place.env)
  if (harmless.code !== 0 || harmless.reply === undefined)
    return [`a harmless ${event} ended with ${harmless.end}. ${oneLine(harmless.stderr)}`.trim()]
  if (saysNo(dialect, harmless.reply))
    return [`even a harmless ${event} is refused: ${oneLine(JSON.stringify(harmless.reply))}`]
  const denied = await ask(withNo(event, place.env, scratch))
  return denied.code === 0 && denied.reply !== undefined && saysNo(dialect, denied.reply)
    ? []
    : [`a no to ${event} was not heard: ${denied.end}`]
}
