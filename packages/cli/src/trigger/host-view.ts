/** Shows an event in the format of another agent: what a hook reads on stdin there, and what `hookline run` prints for that agent. */

import { type Dialect, editions, newSession } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import type { Effect } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'
import { json } from '../text/plain.ts'
import type { Style } from '../text/style.ts'

export interface HostView {
  readonly host: string
  readonly event: EventName
  /** False if the agent does not have this event; a hook then reads the usual input. */
  readonly known: boolean
  readonly stdin: JsonObject
  /** Absent if no agent uses the dialect. */
  readonly stdout?: JsonObject
  readonly exitCode?: number
}

export function readHost(name: string | undefined): Dialect | undefined {
  if (name === undefined) return undefined
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined
  if (dialect !== undefined) return dialect
  throw new UsageError(`unknown host ${JSON.stringify(name)}. Use one of: ${Object.keys(dialects).join(', ')}`)
}

export function hostView(effect: Effect, host: Dialect): HostView {
  const name = effect.event
  const input = (effect.originalInput ?? effect.input) as JsonObject // Every input is a JSON object.
  const event = { id: effect.id, name, row: eventRows[name], at: '', input }
  const session = newSession(String(input.conversation_id ?? ''))
  const encoded = host.encode(event, { edition: editions[effect.plan.edition], session })
  const known = !encoded.notes.includes('foreign-dialect')
  return {
    host: host.name,
    event: name,
    known,
    stdin: encoded.input,
    // A dialect without files of its own is not used by any agent.
    ...(known && host.owns.length > 0 ? host.fromEffect(effect, name) : {}),
  }
}

export function hostLines({ host, event, known, stdin, stdout }: HostView, style: Style): readonly string[] {
  const indented = (value: object) =>
    json(value)
      .split('\n')
      .map((line) => `    ${line}`)
  return [
    style.bold(`In the format of ${host}`),
    ...(known
      ? []
      : [
          `  ${host} does not have this event. A hook there would read the usual input.`,
          ...suggestGeneric(event, host),
        ]),
    '  a hook reads on stdin',
    ...indented(stdin),
    ...(stdout === undefined ? [] : [`  hookline run --host ${host} prints`, ...indented(stdout)]),
    '',
  ]
}

/** Most agents have the generic event that every tool call passes first, so suggest that one. */
function suggestGeneric(event: EventName, host: string): readonly string[] {
  // The sample is an input of the same event.
  const tool = eventRows[event].act?.tool?.(eventRows[event].sample('') as never).tool_name
  const generic = eventNames.find(
    (name) => eventRows[name].act !== undefined && eventRows[name].act?.tool === undefined,
  )
  return tool === undefined || generic === undefined
    ? []
    : [`  Try instead: hookline trigger ${generic} --tool ${tool} --host ${host}`]
}
