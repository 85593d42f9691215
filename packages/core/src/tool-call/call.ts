/** One tool call in its order (CONTRACT §2): generic gate, specific gate, the act, what follows. Every ending is a value. */

import { HooklineError } from '../errors.ts'
import type { Effect } from '../flow.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { genericEvents } from '../protocol/events/tools.ts'
import type { Act, Failure, SecondEvent } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { SEPARATOR } from '../steps/merge.ts'

type Fields = () => JsonObject

/**
 * How a call speaks to the hooks: `guard` waits for everything, a host only where CONTRACT §2 says so. An input is made
 * where somebody is there to hear it.
 */
export interface CallEvents {
  /** Before the act; ended when the call is cancelled. Undefined where nobody listens. */
  gate(name: EventName, input: () => JsonObject): Promise<Effect | undefined>
  /** After it, cancelled or not. Undefined where nobody listens or nobody waited. */
  follow(name: EventName, input: () => JsonObject): Promise<Effect | undefined>
  /** The end of what no act may start beside, while there is any. */
  held(): Promise<unknown> | undefined
}

export interface Call<T> {
  /** The input as given: of the specific gate, or of the generic one where that is the only one. */
  readonly input: JsonObject
  /** The conversation's fields, in every event of the call. */
  readonly common: JsonObject
  /** Of all generic events: the tool, its input (as rewritten) and id, and the common ones. */
  fields(toolInput: JsonObject | undefined): JsonObject
  /** Of the generic gate alone. */
  readonly said?: JsonObject
  /** Without it the generic gate is the only one. Making the input may fail: then the call has failed. */
  readonly gate?: {
    readonly event: EventName
    input(toolInput: JsonObject | undefined): JsonObject | Promise<JsonObject>
  }
  /** Given the input as the last gate left it. */
  readonly act: (input: JsonObject) => T | Promise<T>
  readonly follows: Follows
  readonly signal?: AbortSignal
}

/** What a row says of the time after the act. */
type Follows = Pick<Act<JsonObject>, 'after' | 'also' | 'output' | 'failure' | 'replaceable'>

/** `context`: what the hooks of all its events add for the model, joined. */
export type Ended<T> = { readonly context?: string } & (
  | { readonly kind: 'done'; readonly result: T; readonly replaced?: { readonly output: unknown } }
  | { readonly kind: 'refused'; readonly effect: Effect }
  | { readonly kind: 'failed'; readonly error: unknown; readonly failure: Failure }
)

export async function call<T>(given: Call<T>, events: CallEvents): Promise<Ended<T>> {
  const { gate, signal } = given
  const texts: string[] = []
  for (let held = events.held(); held !== undefined; held = events.held()) await held
  const generic = await events.gate(genericEvents.before, () => ({ ...given.fields(undefined), ...given.said }))
  const toolInput =
    generic?.originalInput === undefined ? undefined : ((generic.input as JsonObject).tool_input as JsonObject)
  const fields = () => given.fields(toolInput)
  if (generic !== undefined && refuses(generic)) return refused(generic, fields, events, texts)
  hear(generic, texts)
  let input: JsonObject = generic?.input ?? given.input
  if (gate !== undefined) {
    const made = await attempt(() => gate.input(toolInput), events, signal)
    if (made.kind === 'threw') return failed(made, fields, events, texts)
    const specific = await events.gate(gate.event, () => made.value)
    if (specific !== undefined && refuses(specific)) return refused(specific, fields, events, texts)
    input = specific?.input ?? made.value
  }
  const also = given.follows.also?.(input)
  if (also !== undefined) {
    // The row names an event of the table, which the table itself cannot type.
    const judged = await events.gate(also.event as EventName, () => ({ ...given.common, ...also.input }))
    if (judged !== undefined && refuses(judged)) return refused(judged, fields, events, texts)
  }
  const acted = await attempt(() => given.act(input), events, signal)
  if (acted.kind === 'threw') return failed(acted, fields, events, texts)
  await followAlso(also, acted, given.common, events)
  return done(given, input, acted, fields, events, texts)
}

async function followAlso(
  also: SecondEvent | undefined,
  { value, durationMs }: { readonly value: unknown; readonly durationMs: number },
  common: JsonObject,
  events: CallEvents,
): Promise<void> {
  const after = also?.after
  if (after === undefined) return
  await events.follow(after.event as EventName, () => ({ ...common, ...after.fields(value, durationMs) }))
}

/** A question that was left to the host is no yes. */
const refuses = (effect: Effect) => effect.kind === 'refuse' || effect.kind === 'ask'

function hear(effect: Effect | undefined, texts: string[]): void {
  if (effect?.context !== undefined) texts.push(effect.context)
}

const told = (texts: readonly string[]) => (texts.length === 0 ? {} : { context: texts.join(SEPARATOR) })

type Attempt<T> =
  | { readonly kind: 'did'; readonly value: T; readonly durationMs: number }
  | { readonly kind: 'threw'; readonly error: unknown; readonly failure: Failure; readonly durationMs: number }

/** Nothing is between the last look at what holds tools up and the act. A cancelled one does not begin. */
async function attempt<T>(
  act: () => T | Promise<T>,
  events: CallEvents,
  signal: AbortSignal | undefined,
): Promise<Attempt<T>> {
  for (let held = events.held(); held !== undefined; held = events.held()) await held
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

async function refused<T>(effect: Effect, fields: Fields, events: CallEvents, texts: string[]): Promise<Ended<T>> {
  const message = effect.agentMessage ?? effect.because.message
  const failure: Failure = { message, type: 'permission_denied', interrupt: false }
  hear(await events.follow(genericEvents.failed, failureFields(fields, failure, 0)), texts)
  return { kind: 'refused', effect, ...told(texts) }
}

async function failed<T>(
  { error, failure, durationMs }: Extract<Attempt<unknown>, { kind: 'threw' }>,
  fields: Fields,
  events: CallEvents,
  texts: string[],
): Promise<Ended<T>> {
  hear(await events.follow(genericEvents.failed, failureFields(fields, failure, durationMs)), texts)
  return { kind: 'failed', error, failure, ...told(texts) }
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
  texts: string[],
): Promise<Ended<T>> {
  const { after, failure: failureIn, output, replaceable } = given.follows
  // The row names an event of the table, which the table itself cannot type.
  if (after !== undefined)
    await events.follow(after.event as EventName, () => ({
      ...given.common,
      ...after.fields(input, value, durationMs),
    }))
  const failure = failureIn?.(value, input)
  if (failure !== undefined) {
    hear(await events.follow(genericEvents.failed, failureFields(fields, failure, durationMs)), texts)
    return { kind: 'done', result: value, ...told(texts) }
  }
  const effect = await events.follow(genericEvents.after, () => ({
    ...fields(),
    tool_output: output?.(value) ?? JSON.stringify(value) ?? 'null',
    duration: durationMs,
  }))
  hear(effect, texts)
  const replaced = replaceable === true && effect?.output !== undefined ? { output: effect.output } : undefined
  return { kind: 'done', result: value, ...(replaced === undefined ? {} : { replaced }), ...told(texts) }
}

/** What a refusal throws where it is thrown: the code of the event's row, and both messages. */
export function blocked(effect: Effect, context?: string): HooklineError {
  const code = eventRows[effect.event].refusal?.code ?? 'ERROR_HOOKS_BLOCKED'
  return new HooklineError(code, effect.userMessage ?? effect.because.message, { effect, context })
}
