import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agents } from '../agents/list.ts'
import type { JsonObject } from '../schema.ts'
import { readPayloads } from './recorded-payloads.ts'

const recorded = agents.filter(({ name }) => existsSync(new URL(`../agents/${name}/payloads.json`, import.meta.url)))

test('the fields of every agent that Hookline answers are known, so that new ones are noticed', () => {
  expect(
    agents.filter(({ dialect, fields, usual }) => dialect !== undefined && fields === undefined && usual !== true),
  ).toEqual([])
  expect(recorded.length).toBeGreaterThanOrEqual(5)
})

test.each(recorded.map((agent) => [agent.name, agent] as const))(
  'every recorded field of %s is known',
  (name, agent) => {
    const payloads = readPayloads(name).map(({ payload, ...rest }) => (payload ?? rest) as JsonObject)
    const unknown = payloads.flatMap((payload) => {
      const event = agent.dialect?.toEvent(payload)
      if (event === undefined || 'unknown' in event) return []
      const known = agent.fields?.events[event.name]
      return Object.keys(payload)
        .filter((key) => agent.fields?.common.has(key) !== true && known?.has(key) !== true)
        .map((key) => `${event.name}.${key}`)
    })
    expect([...new Set(unknown)]).toEqual([])
  },
)
