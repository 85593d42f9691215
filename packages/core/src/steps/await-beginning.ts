/** Step: waits for the hooks of a conversation's beginning, where the agent goes on before they have answered. */

import type { Config, Entry, Event, KeptRefusal } from '../flow.ts'
import type { AgentTable, AnsweredAgent, Sessions } from '../ports.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { sessionId, stopsHere } from './session.ts'

interface BeginningRim {
  readonly agent?: AnsweredAgent
  readonly sessions: Sessions
}

/** So long an event waits for the beginning to arrive: the agent started both at once. */
const ARRIVAL_MS = 2000
/** So long it waits for the answer of hooks that run. */
const ANSWER_MS = 5000
const STEP_MS = 20
/** A hook that takes longer than its timeout by this was ended with its process, and has failed. */
const ENDED_MS = 1000

/** Returns a refusal if the hooks of the beginning still run: one of them may refuse the whole conversation. */
export async function awaitBeginning(
  event: Event,
  { byEvent }: Pick<Config, 'byEvent'>,
  { agent, sessions }: BeginningRim,
): Promise<KeptRefusal | undefined> {
  const name = agent === undefined ? undefined : findBeginning(agent.table)
  if (agent === undefined || name === undefined) return undefined
  if (event.name === name) return void noteBeginning(event, sessions)
  const [entry, ...more] = (byEvent.get(name) ?? []).filter(({ monitor }) => !monitor)
  if (entry === undefined || !stopsHere(event, agent)) return undefined
  return (await isDecided(event, [entry, ...more], sessions)) ? undefined : refusalOf(name, entry)
}

const findBeginning = ({ rows }: AgentTable): EventName | undefined =>
  eventNames.find((name) => eventRows[name].session === 'begins' && rows[name]?.goesOn === true)

function noteBeginning(event: Event, sessions: Sessions): void {
  const session = sessions.of(sessionId(event))
  sessions.save({ ...session, beginning: { at: Date.now(), decided: false } })
}

async function isDecided(event: Event, entries: readonly Entry[], sessions: Sessions): Promise<boolean> {
  const longestMs = Math.max(...entries.map(({ timeoutMs }) => timeoutMs)) + ENDED_MS
  for (const start = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, STEP_MS))) {
    const session = sessions.of(sessionId(event))
    const { beginning } = session
    const now = Date.now()
    if (beginning?.decided === true) return true
    if (beginning === undefined && now - start >= ARRIVAL_MS) {
      // It began before these hooks were there. Later events do not wait again.
      sessions.save({ ...session, beginning: { at: now, decided: true } })
      return true
    }
    if (beginning !== undefined && now - beginning.at >= longestMs) return true
    if (now - start >= ANSWER_MS) return false
  }
}

const refusalOf = (event: EventName, { id, label, origin }: Entry): KeptRefusal => ({
  event,
  message: 'its hooks have not answered yet; try again',
  entry: id,
  label,
  source: origin.source,
})
