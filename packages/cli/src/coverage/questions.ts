/** Describes what an agent does with a hook's question (`ask`), before one comes. From the agents' tables. */
import type { Agent } from '@hookline/core/agents'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { dialectOf, firedBy } from '../connect/connections.ts'

/** At which of these events a hook can ask, as far as the agent reports them. */
const asksAt = (agent: Agent, events: readonly EventName[]): readonly EventName[] =>
  events.filter((event) => {
    const { gate } = eventRows[event]
    return gate.kind === 'permission' && gate.ask === 'asks' && firedBy(agent, event).length > 0
  })

/** Undefined: no hook can ask at these events, or the agent asks the person. */
export function questionText(agent: Agent, events: readonly EventName[]): string | undefined {
  const asking = asksAt(agent, events)
  const table = dialectOf(agent)?.agent
  if (asking.length === 0 || table === undefined) return undefined
  if (asking.every((event) => table.rows[event]?.ask !== 'asks'))
    return 'it cannot ask you: what a hook asks about is denied, with a code for `hookline approve`'
  if (table.mayRefuseQuestions === true)
    return 'headless, what a hook asks about is denied, and waits in `hookline approve`'
  if (table.unattended !== undefined)
    return 'headless, what a hook asks about is denied, with a code for `hookline approve`'
  return undefined
}
