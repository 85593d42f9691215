/** Performs one tool call: fires its events in order, obeys the decisions, and throws if it is refused or fails. */

import { HooklineError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema.ts'
import { blocked, type Call, call, type Ended } from '../../tool-call/call.ts'
import { callOf } from '../../tool-call/call-of.ts'
import { type Conversation, waitForStart } from './conversation.ts'
import type { AddedContext, CallOptions } from './types.ts'

export type FinishedCall<T> = Extract<Ended<T>, { kind: 'done' }>
export type FailedCall = Extract<Ended<never>, { kind: 'failed' }>

/** For callbacks that always get a signal. */
export const neverAborts: AbortSignal = new AbortController().signal

/** Combines the session's signal with the call's own. */
export function combineSignals({ options }: Conversation, own: AbortSignal | undefined): AbortSignal | undefined {
  if (own === undefined || options.signal === undefined) return own ?? options.signal
  return AbortSignal.any([own, options.signal])
}

export async function perform<T>(
  conversation: Conversation,
  made: Omit<Call<T>, 'signal'>,
  signal: AbortSignal | undefined,
  /** Returns a result for a failure that must not be thrown. */
  recover?: (failed: FailedCall) => T | undefined,
): Promise<FinishedCall<T>> {
  await waitForStart(conversation)
  conversation.calls++
  const ended = await call(signal === undefined ? made : { ...made, signal }, conversation.events(signal))
  if (ended.kind === 'done') return ended
  if (ended.kind === 'refused') throw blocked(ended.effect, ended.context)
  const result = recover?.(ended)
  if (result !== undefined) return { kind: 'done', result, ...pickContext(ended) }
  throw toolFailed(ended.error, ended.failure.message, ended.context)
}

export const toolFailed = (cause: unknown, message: string, context?: string): HooklineError =>
  new HooklineError('tool-failed', message, { cause, context })

export const pickContext = ({ context }: AddedContext): AddedContext => (context === undefined ? {} : { context })

/** A call that fires only the generic events. */
export function createToolCall(
  { common, cwd }: Conversation,
  tool_name: string,
  tool_input: JsonObject,
  options: CallOptions,
): Omit<Call<never>, 'act' | 'signal'> {
  const agentMessage = options.agentMessage === undefined ? {} : { agent_message: options.agentMessage }
  return callOf('preToolUse', { ...common, tool_name, tool_input, cwd, ...agentMessage }, options.id, common)
}

/** Adds the agent's message and the directory to the generic events of a call that has a gate of its own. */
export function withDescription<C extends Omit<Call<never>, 'act' | 'signal'>>(
  { cwd }: Conversation,
  made: C,
  { agentMessage }: CallOptions,
): C {
  const fields = (toolInput: JsonObject | undefined) => ({ cwd, ...made.fields(toolInput) })
  return { ...made, fields, ...(agentMessage === undefined ? {} : { extraFields: { agent_message: agentMessage } }) }
}

/** The value as an object; empty if it is not one, so that a missing field is reported by name. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Reads a string of the tool's input. Hooks may have rewritten it to something else. */
export function readString(input: JsonObject, name: string, tool: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  throw new TypeError(`${tool} cannot run: a hook rewrote ${name} in its input to something other than a string`)
}
