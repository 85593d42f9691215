/** One tool call in its order (CONTRACT §2): generic gate, specific gate, the act, the events after it. Every ending is a value. */

import { HooklineError } from '../errors.ts'
import type { Effect } from '../flow.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { genericEvents } from '../protocol/events/tools.ts'
import type { Act, Failure, SecondEvent } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { SEPARATOR } from '../steps/shared/merge.ts'

type Fields = () => JsonObject

/**
 * How a call fires its events. `guard` waits for all of them, a host only where CONTRACT §2 says so. The input is built only
 * if a hook is configured.
 */
export interface CallEvents {
  /** Fires an event before the act. Ends when the call is cancelled. Undefined if no hook is configured. */
  gate(name: EventName, input: () => JsonObject): Promise<Effect | undefined>
  /** Fires an event after the act, cancelled or not. Undefined if no hook is configured or the call does not wait. */
  follow(name: EventName, input: () => JsonObject): Promise<Effect | undefined>
  /** Hooks that must end before an act may start. Undefined if there are none. */
  blockingWork(): Promise<unknown> | undefined
}

export interface Call<T> {
  /** The input as given: of the specific gate, or of the generic one where that is the only one. */
  readonly input: JsonObject
  /** The conversation's fields, in every event of the call. */
  readonly common: JsonObject
  /** The fields of all generic events: the tool, its input (as rewritten), its id, and the common fields. */
  fields(toolInput: JsonObject | undefined): JsonObject
  /** More fields, for the generic gate alone. */
  readonly extraFields?: JsonObject
  /** The specific gate. Without it the generic gate is the only one. If building the input fails, the call fails. */
  readonly gate?: {
    readonly event: EventName
    input(toolInput: JsonObject | undefined): JsonObject | Promise<JsonObject>
  }
  /** Gets the input as the last gate left it. */
  readonly act: (input: JsonObject) => T | Promise<T>
  readonly follows: Follows
  readonly signal?: AbortSignal
}

/** The part of a row about the time after the act. */
type Follows = Pick<Act<JsonObject>, 'after' | 'also' | 'output' | 'failure' | 'replaceable'>

/** `context`: what the hooks of all events add for the model, joined. */
export type Ended<T> = { readonly context?: string } & (
  | { readonly kind: 'done'; readonly result: T; readonly replaced?: { readonly output: unknown } }
  | { readonly kind: 'refused'; readonly effect: Effect }
  | { readonly kind: 'failed'; readonly error: unknown; readonly failure: Failure }
)

export async function call<T>(given: Call<T>, events: CallEvents): Promise<Ended<T>> {
  const { gate, signal } = given
  const context: string[] = []
  await waitForBlockingWork(events)
  const generic = await events.gate(genericEvents.before, () => ({ ...given.fields(undefined), ...given.extraFields }))
  // The input differs from the original only by `updated_input`, which replaces `tool_input` and is an object.
  const toolInput =
    generic?.originalInput === undefined ? undefined : ((generic.input as JsonObject).tool_input as JsonObject)
  const fields = () => given.fields(toolInput)
  if (generic !== undefined && refuses(generic)) return refused(generic, fields, events, context)
  addContext(generic, context)
  let input: JsonObject = generic?.input ?? given.input
  if (gate !== undefined) {
    const made = await attempt(() => gate.input(toolInput), events, signal)
    if (made.kind === 'threw') return failed(made, fields, events, context)
    const specific = await events.gate(gate.event, () => made.value)
    if (specific !== undefined && refuses(specific)) return refused(specific, fields, events, context)
    input = specific?.input ?? made.value
  }
  const also = given.follows.also?.(input)
  if (also !== undefined) {
    // The row names an event of the table, which the table itself cannot type.
    const judged = await events.gate(also.event as EventName, () => ({ ...given.common, ...also.input }))
    if (judged !== undefined && refuses(judged)) return refused(judged, fields, events, context)
  }
  const acted = await attempt(() => given.act(input), events, signal)
  if (acted.kind === 'threw') return failed(acted, fields, events, context)
  await followAlso(also, acted, given.common, events)
  return done(given, input, acted, fields, events, context)
}

async function followAlso(
  also: SecondEvent | undefined,
  { value, durationMs }: { readonly value: unknown; readonly durationMs: number },
  common: JsonObject,
  events: CallEvents,
): Promise<void> {
  const after = also?.after
  if (after === undefined) return
  // The row names an event of the table, which the table itself cannot type.
  await events.follow(after.event as EventName, () => ({ ...common, ...after.fields(value, durationMs) }))
}

/** A question that is left to the host does not allow the act. */
const refuses = (effect: Effect) => effect.kind === 'refuse' || effect.kind === 'ask'

function addContext(effect: Effect | undefined, context: string[]): void {
  if (effect?.context !== undefined) context.push(effect.context)
}

const joinContext = (context: readonly string[]) => (context.length === 0 ? {} : { context: context.join(SEPARATOR) })

async function waitForBlockingWork(events: CallEvents): Promise<void> {
  for (let work = events.blockingWork(); work !== undefined; work = events.blockingWork()) await work
}

type Attempt<T> =
  | { readonly kind: 'did'; readonly value: T; readonly durationMs: number }
  | { readonly kind: 'threw'; readonly error: unknown; readonly failure: Failure; readonly durationMs: number }

/** Nothing runs between the last check for blocking work and the act. A cancelled act does not begin. */
async function attempt<T>(
  act: () => T | Promise<T>,
  events: CallEvents,
  signal: AbortSignal | undefined,
): Promise<Attempt<T>> {
  await waitForBlockingWork(events)
  const started = performance.now()
  try {
    signal?.throwIfAborted()
    const value = await act()
    return { kind: 'did', value, durationMs: Math.round(performance.now() - started) }
  } catch (error) {
    return {
      kind: 'threw',
      error,
      failure: failureOf(error, signal),
      durationMs: Math.round(performance.now() - started),
    }
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined): Failure {
  const name = error instanceof Error ? error.name : ''
  const timeout = name === 'TimeoutError'
  return {
    message: error instanceof Error ? error.message : String(error),
    type: timeout ? 'timeout' : 'error',
    interrupt: !timeout && (name === 'AbortError' || signal?.aborted === true),
  }
}

async function refused<T>(effect: Effect, fields: Fields, events: CallEvents, context: string[]): Promise<Ended<T>> {
  const message = effect.agentMessage ?? effect.because.message
  const failure: Failure = { message, type: 'permission_denied', interrupt: false }
  addContext(await events.follow(genericEvents.failed, failureFields(fields, failure, 0)), context)
  return { kind: 'refused', effect, ...joinContext(context) }
}

async function failed<T>(
  { error, failure, durationMs }: Extract<Attempt<unknown>, { kind: 'threw' }>,
  fields: Fields,
  events: CallEvents,
  context: string[],
): Promise<Ended<T>> {
  addContext(await events.follow(genericEvents.failed, failureFields(fields, failure, durationMs)), context)
  return { kind: 'failed', error, failure, ...joinContext(context) }
}

const failureFields =
  (fields: Fields, { message, type, interrupt }: Failure, durationMs: number) =>
  (): JsonObject => ({
    ...fields(),
    error_message: message,
    failure_type: type,
    duration: durationMs,
    is_interrupt: interrupt,
  })

async function done<T>(
  given: Call<T>,
  input: JsonObject,
  { value, durationMs }: Extract<Attempt<T>, { kind: 'did' }>,
  fields: Fields,
  events: CallEvents,
  context: string[],
): Promise<Ended<T>> {
  const { after, failure: failureIn, output, replaceable } = given.follows
  if (after !== undefined)
    // The row names an event of the table, which the table itself cannot type.
    await events.follow(after.event as EventName, () => ({
      ...given.common,
      ...after.fields(input, value, durationMs),
    }))
  const failure = failureIn?.(value, input)
  if (failure !== undefined) {
    addContext(await events.follow(genericEvents.failed, failureFields(fields, failure, durationMs)), context)
    return { kind: 'done', result: value, ...joinContext(context) }
  }
  const effect = await events.follow(genericEvents.after, () => ({
    ...fields(),
    tool_output: output?.(value) ?? JSON.stringify(value) ?? 'null',
    duration: durationMs,
  }))
  addContext(effect, context)
  const replaced = replaceable === true && effect?.output !== undefined ? { output: effect.output } : undefined
  return { kind: 'done', result: value, ...(replaced === undefined ? {} : { replaced }), ...joinContext(context) }
}

/** The error that a refusal throws: the code of the event's row, and both messages. */
export function blocked(effect: Effect, context?: string): HooklineError {
  const code = eventRows[effect.event].refusal?.code ?? 'ERROR_HOOKS_BLOCKED'
  return new HooklineError(code, effect.userMessage ?? effect.because.message, { effect, context })
}
