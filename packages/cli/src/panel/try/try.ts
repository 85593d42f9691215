/** `GET` and `POST /api/try`: runs an event that the user made up, in scratch copies, for several editions and agents side by side. */
import { type Edition, editions, isEdition } from '@hookline/core'
import { type EventName, eventNames, eventRows, inputSchema, isEventName, isObject } from '@hookline/core/protocol'
import type { Json, TryColumn, TryForm, TryResponse } from '@hookline/web/wire'
import { agents } from '../../hooktest/read/format.ts'
import { hasCounterpart } from '../../hooktest/run/variants.ts'
import { findMessage } from '../../log/record-text.ts'
import { inRoot } from '../../replay/replay-input.ts'
import type { ReplayWorkspace } from '../../replay/workspaces.ts'
import { decisionLabel } from '../log/decision-label.ts'
import { toTryRun } from '../log/outcome-label.ts'
import { toneOf } from '../log/row.ts'
import { explainUntrusted } from '../scene/contained.ts'
import type { Scene } from '../scene/scene.ts'
import { firstEvent } from '../scene/steps.ts'
import { badRequest } from '../server/failure.ts'
import type { Panel, PanelRequest, Route } from '../server/route.ts'

const TIMEOUT_MS = 30_000
const MAX_COLUMNS = 8

export const tryRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/try', answer: ({ scene }) => tryForm(scene) },
  { method: 'POST', path: '/api/try', answer: tryEvent },
]

const tryForm = ({ root, hooks }: Scene): TryForm => ({
  events: eventNames.map((name) => ({
    name,
    doc: eventRows[name].doc,
    gate: eventRows[name].gate.kind,
    // True: samples and schemas are built from object literals of JSON values.
    sample: eventRows[name].sample(root) as Json,
    // True, as above.
    schema: inputSchema(name) as Json,
  })),
  editions: Object.keys(editions).toSorted().toReversed(),
  agents: agents.map(({ name }) => name),
  first: firstEvent(hooks.entries),
})

interface Column {
  readonly edition: Edition
  readonly agent: string
}

async function tryEvent({ panel, scene, body }: PanelRequest): Promise<TryResponse> {
  const { event, input } = body
  if (typeof event !== 'string' || !isEventName(event))
    throw badRequest(`event must be the name of an event, got ${JSON.stringify(event)}`)
  if (!isObject(input)) throw badRequest('input must be an object')
  const columns = parseColumns(body.columns)
  return panel.contained.withCopies(scene, async (copies) => {
    const copy = await copies.at(scene.root)
    if ('unusable' in copy) {
      const why = copy.untrusted === true ? await explainUntrusted(scene.root) : copy.unusable
      return { columns: columns.map((column) => failedColumn(column, why)) }
    }
    return { columns: await Promise.all(columns.map((column) => runColumn(event, input, column, copy, panel))) }
  })
}

const failedColumn = (column: Column, error: string): TryColumn => ({ ...column, error, runs: [], skipped: [] })

async function runColumn(
  event: EventName,
  input: Json,
  column: Column,
  copy: ReplayWorkspace,
  panel: Panel,
): Promise<TryColumn> {
  if (!hasCounterpart(column.agent, event)) return failedColumn(column, `${column.agent} never sends this event`)
  const got = await panel.contained.execute({
    template: copy.template,
    files: {},
    links: copy.links,
    env: {},
    event,
    // True: `inRoot` replaces strings inside a value and keeps its shape.
    input: clearOmittedFields(event, inRoot(input, copy.root) as Json),
    ...column,
    only: copy.only(),
    readAfter: [],
    timeoutMs: TIMEOUT_MS,
  })
  if ('error' in got) return failedColumn(column, got.error)
  const word = decisionLabel(event, got)
  return {
    ...column,
    word,
    tone: toneOf(word),
    because: findMessage(got) ?? got.because,
    reply: got.reply,
    ms: got.durationMs,
    runs: got.runs.map(toTryRun),
    skipped: got.skipped.map(({ entry, why, detail }) => ({ hookId: entry.id, label: entry.label, why, detail })),
  }
}

/** Sets fields to null that the user removed from the sample. Otherwise the runner would fill them in again. */
function clearOmittedFields(event: EventName, input: Json): Json {
  const sample = Object.keys(eventRows[event].sample('/'))
  const absent = sample.filter((name) => !Object.hasOwn(input, name)).map((name) => [name, null] as const)
  return { ...input, ...Object.fromEntries(absent), workspace_roots: ['<root>'] }
}

function parseColumns(given: unknown): readonly Column[] {
  if (!Array.isArray(given) || given.length < 1 || given.length > MAX_COLUMNS)
    throw badRequest(`columns must be a list of 1 to ${MAX_COLUMNS} columns`)
  return given.map((one): Column => {
    const { edition, agent } = isObject(one) ? one : {}
    if (typeof edition !== 'string' || !isEdition(edition))
      throw badRequest(`edition must be one of ${Object.keys(editions).join(', ')}, got ${JSON.stringify(edition)}`)
    if (!agents.some(({ name }) => name === agent))
      throw badRequest(
        `agent must be one of ${agents.map(({ name }) => name).join(', ')}, got ${JSON.stringify(agent)}`,
      )
    return { edition, agent: String(agent) }
  })
}
