import { expect, test } from 'vitest'
import { eventNames } from '../protocol/events/index.ts'
import { dialectContract } from '../testing/dialect-contract.ts'
import { answeredAgents } from './list.ts'

for (const { title, dialect, events } of answeredAgents) {
  if (dialect === undefined) continue
  const carried = new Set<string>(events === undefined ? eventNames : Object.values(events))
  const absent = eventNames.filter((name) => !carried.has(name))
  dialectContract(dialect, {
    roundTrip: Object.fromEntries(absent.map((name) => [name, `${title} has no such event`])),
  })
}

test.each(answeredAgents.map((agent) => [agent.title, agent] as const))('%s says how it is known', (_title, agent) => {
  expect(agent.proved?.seen.length).toBeGreaterThan(0)
})
