/** Wraps a host's action in the order of a tool call (CONTRACT §2): generic gate, specific gate, the act, what follows. */
import { HooklineError } from './errors.ts'
import type { Effect } from './flow.ts'
import { newId } from './ids.ts'
import { commonFields } from './protocol/common.ts'
import { type EventName, eventRows, isEventName } from './protocol/events/index.ts'
import { genericEvents } from './protocol/events/tools.ts'
import type { EventRow } from './protocol/row.ts'
import { isObject } from './schema.ts'

type Json = Readonly<Record<string, unknown>>
type Fire = (name: string, input: unknown, options?: { readonly signal?: AbortSignal }) => Promise<Effect>
type AnyAct = NonNullable<EventRow['act']>
type Options = { readonly signal?: AbortSignal } | undefined

export async function guard<T>(
  fire: Fire,
  name: EventName,
  given: Json,
  act: (input: Json) => Promise<T> | T,
  options: Options,
): Promise<T> {
  const row = isEventName(name) ? eventRows[name].act : undefined
  if (row === undefined)
    throw new HooklineError(
      'unknown-event',
      `guard() cannot wrap an act in ${JSON.stringify(name)}: the event stands before none.`,
    )
  const call = callOf(row, given)
  const gated = await passGates(fire, name, row, given, call, options)
  const started = performance.now()
  let result: T
  try {
    result = await act(gated.input)
  } catch (error) {
    await unlessClosed(afterFailure(fire, gated, error, performance.now() - started, options))
    throw error
  }
  await unlessClosed(afterAct(fire, row, gated, result, performance.now() - started, options))
  return result
}

/** The act is done: an engine that was closed meanwhile costs the events after it, never its result. */
async function unlessClosed(events: Promise<void>): Promise<void> {
  try {
    await events
  } catch (thrown) {
    if (HooklineError.from(thrown).code !== 'closed') throw thrown
  }
}

/** The fields of the generic events, the same id in all of them. */
interface Call {
  readonly tool_name: unknown
  readonly tool_input: unknown
  readonly tool_use_id: unknown
  readonly [field: string]: unknown
}
interface Gated {
  readonly input: Json
  readonly call: Call
}

function callOf(row: AnyAct, given: Json): Call {
  // The row's functions are typed by its own input, which `fire` checks again.
  const tool = row.tool?.(given as never) ?? { tool_name: given.tool_name, tool_input: given.tool_input }
  return {
    ...commonOf(given),
    ...tool,
    tool_use_id: given.tool_use_id ?? newId(),
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
  } as Call
}

/** All events of a call belong to one conversation. */
const commonOf = (input: Json): Json =>
  Object.fromEntries(
    Object.entries(input).filter(([key]) => Object.hasOwn(commonFields, key) && key !== 'hook_event_name'),
  )

async function passGates(
  fire: Fire,
  name: EventName,
  row: AnyAct,
  given: Json,
  call: Call,
  options: Options,
): Promise<Gated> {
  let current: Gated = { input: given, call }
  if (row.tool !== undefined) {
    const generic = await pass(fire, genericEvents.before, call, current, options)
    const toolInput = (generic.input as Json).tool_input as Json
    const rewritten =
      generic.originalInput === undefined ? given : ((row.withToolInput?.(given as never, toolInput) ?? given) as Json)
    current = { input: rewritten, call: { ...call, tool_input: toolInput } }
  }
  const input = row.tool === undefined ? { ...given, tool_use_id: call.tool_use_id } : current.input
  const specific = await pass(fire, name, input, current, options)
  const final = specific.input as Json
  return {
    input: final,
    call: row.tool === undefined ? { ...current.call, tool_input: final.tool_input } : current.call,
  }
}

/** Fires a gate; refused, it says so to whoever observes failures, and throws. A question left to the host is no yes. */
async function pass(fire: Fire, name: EventName, input: Json, gated: Gated, options: Options): Promise<Effect> {
  const effect = await fire(name, input, options)
  if (effect.kind !== 'refuse' && effect.kind !== 'ask') return effect
  const message = effect.agentMessage ?? effect.because.message
  const fields = {
    ...gated.call,
    error_message: message,
    failure_type: 'permission_denied',
    duration: 0,
    is_interrupt: false,
  }
  await fire(genericEvents.failed, fields, options)
  const code = eventRows[name].refusal?.code ?? 'ERROR_HOOKS_BLOCKED'
  throw new HooklineError(code, effect.userMessage ?? effect.because.message, { effect })
}

async function afterAct(
  fire: Fire,
  row: AnyAct,
  gated: Gated,
  result: unknown,
  durationMs: number,
  options: Options,
): Promise<void> {
  if (row.after !== undefined) {
    const fields = row.after.fields(gated.input as never, result, durationMs)
    await fire(row.after.event, { ...commonOf(gated.input), ...fields }, options)
  }
  const exitCode = isObject(result) && typeof result.exitCode === 'number' ? result.exitCode : 0
  if (exitCode !== 0) {
    await fire(
      genericEvents.failed,
      {
        ...gated.call,
        error_message: `exit code ${exitCode}`,
        failure_type: 'error',
        duration: durationMs,
        is_interrupt: false,
      },
      options,
    )
    return
  }
  const output = row.output?.(result) ?? JSON.stringify(result) ?? 'null'
  await fire(genericEvents.after, { ...gated.call, tool_output: output, duration: durationMs }, options)
}

async function afterFailure(
  fire: Fire,
  gated: Gated,
  error: unknown,
  durationMs: number,
  options: Options,
): Promise<void> {
  const name = error instanceof Error ? error.name : ''
  await fire(
    genericEvents.failed,
    {
      ...gated.call,
      error_message: error instanceof Error ? error.message : String(error),
      failure_type: name === 'TimeoutError' ? 'timeout' : 'error',
      duration: durationMs,
      is_interrupt: name === 'AbortError',
    },
    options,
  )
}
