/** One operation that is a tool call: fires its events in order, obeys them, and throws what a host must not overlook. */

import { HooklineError } from '../../errors.ts'
import type { JsonObject } from '../../schema.ts'
import { blocked, type Call, call, type Ended } from '../../tool-call/call.ts'
import { callOf } from '../../tool-call/call-of.ts'
import { type Conversation, waitForStart } from './conversation.ts'
import type { AddedContext, CallOptions } from './types.ts'

export type FinishedCall<T> = Extract<Ended<T>, { kind: 'done' }>
export type FailedCall = Extract<Ended<never>, { kind: 'failed' }>

/** For those who are always handed one. */
export const neverAborts: AbortSignal = new AbortController().signal

/** The session's signal and the call's own. */
export function combineSignals({ options }: Conversation, own: AbortSignal | undefined): AbortSignal | undefined {
  if (own === undefined || options.signal === undefined) return own ?? options.signal
  return AbortSignal.any([own, options.signal])
}

export async function perform<T>(
  conversation: Conversation,
  made: Omit<Call<T>, 'signal'>,
  signal: AbortSignal | undefined,
  /** What a failure is instead, where it is not to be thrown. */
  otherwise?: (failed: FailedCall) => T | undefined,
): Promise<FinishedCall<T>> {
  await waitForStart(conversation)
  conversation.calls++
  const ended = await call(signal === undefined ? made : { ...made, signal }, conversation.events(signal))
  if (ended.kind === 'done') return ended
  if (ended.kind === 'refused') throw blocked(ended.effect, ended.context)
  const result = otherwise?.(ended)
  if (result !== undefined) return { kind: 'done', result, ...pickContext(ended) }
  throw toolFailed(ended.error, ended.failure.message, ended.context)
}

export const toolFailed = (cause: unknown, message: string, context?: string): HooklineError =>
  new HooklineError('tool-failed', message, { cause, context })

export const pickContext = ({ context }: AddedContext): AddedContext => (context === undefined ? {} : { context })

/** A call under the generic events alone. */
export function createToolCall(
  { common, cwd }: Conversation,
  tool_name: string,
  tool_input: JsonObject,
  options: CallOptions,
): Omit<Call<never>, 'act' | 'signal'> {
  const said = options.agentMessage === undefined ? {} : { agent_message: options.agentMessage }
  return callOf('preToolUse', { ...common, tool_name, tool_input, cwd, ...said }, options.id, common)
}

/** What the agent said of a call, and where it was: for the generic events of a call with a gate of its own. */
export function withDescription<C extends Omit<Call<never>, 'act' | 'signal'>>(
  { cwd }: Conversation,
  made: C,
  { agentMessage }: CallOptions,
): C {
  const fields = (toolInput: JsonObject | undefined) => ({ cwd, ...made.fields(toolInput) })
  return { ...made, fields, ...(agentMessage === undefined ? {} : { said: { agent_message: agentMessage } }) }
}

/** A field of the tool's input as the gates left it: hooks may have rewritten it into something else. */
export function readString(input: JsonObject, name: string, tool: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  throw new TypeError(`${tool} cannot run: ${name} in its input is no text (a hook rewrote it)`)
}
