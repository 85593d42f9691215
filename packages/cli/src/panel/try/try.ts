/** `GET` and `POST /api/try`: an event of one's own, contained, side by side across editions and agents. */
import { type Edition, editions, isEdition } from '@hookline/core'
import { type EventName, eventNames, eventRows, inputSchema, isEventName } from '@hookline/core/protocol'
import type { Json, TryColumn, TryForm, TryResponse } from '@hookline/web/wire'
import { agents } from '../../hooktest/read/format.ts'
import { hasCounterpart } from '../../hooktest/run/variants.ts'
import { isObject, saidIn } from '../../log/words.ts'
import type { Place } from '../../replay/places.ts'
import { inRoot } from '../../replay/usable.ts'
import { decidedOf } from '../log/execution.ts'
import { toneOf } from '../log/row.ts'
import { tryRunOf } from '../log/said.ts'
import type { Scene } from '../scene/scene.ts'
import { firstHeard } from '../scene/steps.ts'
import type { Ask, Panel, Route } from '../server/ask.ts'
import { badRequest } from '../server/failure.ts'
import { isUntrusted, untrusted } from './contained.ts'

const TIMEOUT_MS = 30_000
const MOST_COLUMNS = 8

export const tryRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/try', answer: ({ scene }) => formOf(scene) },
  { method: 'POST', path: '/api/try', answer: tried },
]

const formOf = ({ root, hooks }: Scene): TryForm => ({
  events: eventNames.map((name) => ({
    name,
    doc: eventRows[name].doc,
    gate: eventRows[name].gate.kind,
    sample: eventRows[name].sample(root) as Json,
    schema: inputSchema(name) as Json,
  })),
  editions: Object.keys(editions).toSorted().toReversed(),
  agents: agents.map(({ name }) => name),
  first: firstHeard(hooks.entries),
})

interface Column {
  readonly edition: Edition
  readonly agent: string
}

async function tried({ panel, scene, body }: Ask): Promise<TryResponse> {
  const { event, input } = body
  if (typeof event !== 'string' || !isEventName(event)) throw badRequest('event is not the name of an event')
  if (!isObject(input)) throw badRequest('input is not an object')
  const columns = columnsOf(body.columns)
  return panel.contained.within(scene, async (places) => {
    const place = await places.at(scene.root)
    if (typeof place === 'string') {
      const why = isUntrusted(place) ? await untrusted(scene.root) : place
      return { columns: columns.map((column) => unrun(column, why)) }
    }
    return { columns: await Promise.all(columns.map((column) => run(event, input, column, place, panel))) }
  })
}

const unrun = (column: Column, error: string): TryColumn => ({ ...column, error, runs: [], skipped: [] })

async function run(event: EventName, input: Json, column: Column, place: Place, panel: Panel): Promise<TryColumn> {
  if (!hasCounterpart(column.agent, event)) return unrun(column, `${column.agent} never sends this event`)
  const got = await panel.contained.execute({
    template: place.template,
    files: {},
    links: place.links,
    env: {},
    event,
    input: withoutSample(event, inRoot(input, place.root) as Json),
    ...column,
    only: place.only(),
    look: [],
    timeoutMs: TIMEOUT_MS,
  })
  if ('error' in got) return unrun(column, got.error)
  const word = decidedOf(event, got)
  return {
    ...column,
    word,
    tone: toneOf(word),
    because: saidIn(got) ?? got.because,
    reply: got.reply,
    ms: got.durationMs,
    runs: got.runs.map(tryRunOf),
    skipped: got.skipped.map(({ entry, why, detail }) => ({ hookId: entry.id, label: entry.label, why, detail })),
  }
}

/** What the person took out of the sample is not put back. */
function withoutSample(event: EventName, input: Json): Json {
  const sample = Object.keys(eventRows[event].sample('/'))
  const absent = sample.filter((name) => !Object.hasOwn(input, name)).map((name) => [name, null] as const)
  return { ...input, ...Object.fromEntries(absent), workspace_roots: ['<root>'] }
}

function columnsOf(given: unknown): readonly Column[] {
  if (!Array.isArray(given) || given.length < 1 || given.length > MOST_COLUMNS)
    throw badRequest(`columns is not a list of 1 to ${MOST_COLUMNS}`)
  return given.map((one): Column => {
    const { edition, agent } = isObject(one) ? one : {}
    if (typeof edition !== 'string' || !isEdition(edition)) throw badRequest('a column has no known edition')
    if (!agents.some(({ name }) => name === agent)) throw badRequest('a column has no known agent')
    return { edition, agent: String(agent) }
  })
}
