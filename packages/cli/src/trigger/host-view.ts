/** The same event in another agent's words: what a hook reads on stdin there, and what `hookline run` answers that agent. */

import { type Dialect, editions, newSession } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import type { Effect } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'
import { json } from '../plain.ts'
import type { Style } from '../style.ts'

export interface HostView {
  readonly host: string
  readonly event: EventName
  /** False: the agent has no such event, and a hook reads the usual input. */
  readonly known: boolean
  readonly stdin: JsonObject
  /** Absent where no agent speaks the dialect. */
  readonly stdout?: JsonObject
  readonly exitCode?: number
}

export function readHost(name: string | undefined): Dialect | undefined {
  if (name === undefined) return undefined
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined
  if (dialect !== undefined) return dialect
  throw new UsageError(`there is no host ${JSON.stringify(name)}: ${Object.keys(dialects).join(', ')}`)
}

export function hostView(effect: Effect, host: Dialect): HostView {
  const name = effect.event
  const input = (effect.originalInput ?? effect.input) as JsonObject
  const event = { id: effect.id, name, row: eventRows[name], at: '', input }
  const session = newSession(String(input.conversation_id ?? ''))
  const encoded = host.encode(event, { edition: editions[effect.plan.edition], session })
  const known = !encoded.notes.includes('foreign-dialect')
  return {
    host: host.name,
    event: name,
    known,
    stdin: encoded.input,
    // A dialect that owns no files is one that no agent speaks.
    ...(known && host.owns.length > 0 ? host.fromEffect(effect, name) : {}),
  }
}

export function hostLines({ host, event, known, stdin, stdout }: HostView, style: Style): readonly string[] {
  const indented = (value: object) =>
    json(value)
      .split('\n')
      .map((line) => `    ${line}`)
  return [
    style.bold(`In the words of ${host}`),
    ...(known
      ? []
      : [`  ${host} has no such event: a hook of its own would read the usual input.`, ...instead(event, host)]),
    '  a hook reads on stdin',
    ...indented(stdin),
    ...(stdout === undefined ? [] : [`  hookline run --host ${host} prints`, ...indented(stdout)]),
    '',
  ]
}

/** An act that a tool does passes the event of every tool first, and that one most agents have. */
function instead(event: EventName, host: string): readonly string[] {
  const tool = eventRows[event].act?.tool?.(eventRows[event].sample('') as never).tool_name
  const generic = eventNames.find(
    (name) => eventRows[name].act !== undefined && eventRows[name].act?.tool === undefined,
  )
  return tool === undefined || generic === undefined
    ? []
    : [`  What it has instead: hookline trigger ${generic} --tool ${tool} --host ${host}`]
}
