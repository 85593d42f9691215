/** Makes the dialect of an agent that reports tool calls, from its tables: payload in, reply out, hooks in its own format. */

import type { Effect, Event, Raw } from '../../flow.ts'
import type { AgentTable, Dialect, EncodeContext, Recheck } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { type DecodedPayload, encodeInput } from '../usual.ts'
import { dropEmpty } from '../values.ts'
import { decode } from './decode.ts'
import { eventsAround, type RepeatKey, within } from './parts.ts'
import { ourCommon, type TranslatedEvents, theirCommon } from './rows.ts'
import type { Tools } from './tools.ts'

export interface DialectSpec
  extends Pick<
    Dialect,
    | 'agent'
    | 'anchored'
    | 'directories'
    | 'exact'
    | 'facts'
    | 'hidesVariables'
    | 'isNo'
    | 'meets'
    | 'name'
    | 'owns'
    | 'patienceMs'
    | 'print'
    | 'projectVariable'
    | 'refuse'
    | 'sends'
    | 'variablesFile'
  > {
  /** The name that people read. */
  readonly title: string
  /** Maps its names of events to Hookline's. If several lead to one event, the first is the usual one. */
  readonly events: Readonly<Record<string, EventName>>
  /** Its events without a counterpart. No hook can listen to them, so the reply is empty. */
  readonly otherEvents: ReadonlySet<string>
  readonly rows: TranslatedEvents
  readonly tools: Tools
  /** The fields that every payload has. Absent: as in Claude Code. */
  readonly common?: {
    readonly ours: (payload: JsonObject) => JsonObject
    readonly theirs: (input: JsonObject) => JsonObject
  }
  /** The payload with `hook_event_name`, `tool_name`, `tool_input` and the other usual fields. Absent: it has them already. */
  readonly usualPayload?: (payload: JsonObject) => JsonObject
  /** The opposite: a payload for a hook in this agent's format. */
  readonly ownPayload?: (payload: JsonObject) => JsonObject
  readonly repeatKey?: RepeatKey
  readonly recheck?: (name: EventName, input: JsonObject) => Recheck | undefined
  /** Translates the output of a hook in this agent's format, before it is read in Claude Code's words. */
  readonly decode?: (raw: Raw, event: Event) => Raw
  fromEffect(effect: Effect, event: EventName): { readonly stdout: JsonObject; readonly exitCode: number }
}

export function createToolCallDialect(spec: DialectSpec): Dialect {
  const { rows, tools, repeatKey, recheck, fromEffect } = spec
  const names = usualNames(spec.events)
  const agent = spec.agent && withLostFields(spec.agent, tools)
  const { exact, facts, hidesVariables, isNo, meets, patienceMs, projectVariable, variablesFile } = spec
  const { anchored, directories, print, sends } = spec
  return {
    // Without keys whose value is undefined, because an optional key must be absent.
    ...present({ agent, exact, facts, hidesVariables, isNo, meets, patienceMs, projectVariable, variablesFile }),
    ...present({ anchored, repeatKey, recheck, directories, print, sends }),
    name: spec.name,
    owns: spec.owns,
    refuse: spec.refuse,
    encode: (event, context) => encode(spec, names[event.name], event, context),
    decode: (raw, event) => decode(spec.decode?.(raw, event) ?? raw, event, { rows, tools }),
    subjects: (event, matcher, own, isHost) => {
      const row = rows[event.name]
      return row === undefined ? own : row.subjects(event.input, matcher, isHost)
    },
    toEvent: (payload) => toEvent(spec, spec.usualPayload?.(payload) ?? payload),
    within: (name, input) => within(name, input, repeatKey),
    firedBy: (name) => firedBy(spec, name),
    fromEffect,
  }
}

/** A rewrite that the agent's form of the call cannot carry as a whole is refused. */
function withLostFields(table: AgentTable, { lostFields: loses }: Tools): AgentTable {
  const { preToolUse } = table.rows
  const rule = preToolUse?.rewrites?.updated_input
  if (rule === undefined) return table
  const rewrites = { ...preToolUse?.rewrites, updated_input: { ...rule, loses } }
  return { ...table, rows: { ...table.rows, preToolUse: { ...preToolUse, rewrites } } }
}

const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // An entry with the value undefined is removed, so the others have their values.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

/** Maps Hookline's event names to the agent's usual ones. */
export const usualNames = (events: Readonly<Record<string, EventName>>): Readonly<Partial<Record<EventName, string>>> =>
  Object.fromEntries(
    Object.entries(events)
      .map(([theirs, ours]) => [ours, theirs])
      .reverse(),
  )

function encode(
  { rows, common, ownPayload }: DialectSpec,
  name: string | undefined,
  event: Event,
  { edition }: EncodeContext,
): { readonly input: JsonObject; readonly notes: readonly string[] } {
  const row = rows[event.name]
  if (row === undefined) return { input: encodeInput(event, edition), notes: ['foreign-dialect'] }
  const fields = { ...(common?.theirs ?? theirCommon)(event.input), hook_event_name: name }
  const usual = { ...fields, ...dropEmpty(row.theirs(event.input)) }
  return { input: ownPayload?.(usual) ?? usual, notes: [] }
}

function toEvent({ title, events, otherEvents, rows, common }: DialectSpec, payload: JsonObject): DecodedPayload {
  const theirs = payload.hook_event_name
  if (typeof theirs !== 'string') return { unknown: 'the payload has no hook_event_name' }
  if (otherEvents.has(theirs))
    return { unknown: `${title}'s event "${theirs}" has no counterpart in Hookline`, theirs: true }
  const name = Object.hasOwn(events, theirs) ? events[theirs] : undefined
  const row = name === undefined ? undefined : rows[name]
  if (name === undefined || row === undefined) return { unknown: `${title} has no event "${theirs}"` }
  const fields = (common?.ours ?? ourCommon)(payload)
  return { name, input: { ...fields, hook_event_name: name, ...dropEmpty(row.ours(payload)) } }
}

/** The agent's events from which an event of Hookline derives. An empty list: it never reports the event. */
function firedBy({ events }: DialectSpec, name: EventName): readonly string[] {
  const theirs = (ours: EventName) => Object.keys(events).filter((one) => events[one] === ours)
  const own = theirs(name)
  return own.length > 0 ? own : [...new Set(eventsAround(name).flatMap(theirs))]
}
