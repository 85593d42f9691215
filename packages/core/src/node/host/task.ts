/** Operation: run a subagent in its own conversation, once more for each follow-up of the hooks. */

import { randomUUID } from 'node:crypto'
import { newId } from '../../ids.ts'
import type { JsonObject } from '../../schema.ts'
import { callOf } from '../../tool-call/call-of.ts'
import { loopLimits, newLoop, nextRound } from '../../tool-call/loop-budget.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { asObject, combineSignals, neverAborts, perform, pickContext, withDescription } from './perform.ts'
import { sumTokens } from './turns.ts'
import type { AddedContext, CallOptions, HostSession, TaskCall, TaskOutcome } from './types.ts'

export type TaskAct = Parameters<HostSession['task']>[1]
export type TaskResult = TaskOutcome & { readonly ended?: string }

export async function task(
  conversation: Conversation,
  call: TaskCall,
  act: TaskAct,
  options: CallOptions,
  createSession: (child: Conversation) => HostSession,
): Promise<{ readonly output: TaskResult } & AddedContext> {
  const id = options.id ?? newId()
  const signal = combineSignals(conversation, options.signal) ?? neverAborts
  // The row's event after the action is fired below, after each round.
  const made = withDescription(
    conversation,
    callOf('subagentStart', startInput(conversation, call, id), id, conversation.common),
    options,
  )
  const { after: _, ...follows } = made.follows
  const { description } = call
  const fields = (toolInput: JsonObject | undefined) => {
    const whole = made.fields(toolInput)
    return toolInput === undefined ? { ...whole, tool_input: { ...asObject(whole.tool_input), description } } : whole
  }
  const run = (input: JsonObject) => {
    const child = createChild(conversation, call, input, signal)
    const started = { type: String(input.subagent_type), model: String(input.subagent_model) }
    const speak = (text: string) => act(createSession(child), text, signal, started)
    return runRounds({ conversation, child, call, input, signal, act: speak })
  }
  const done = await perform(conversation, { ...made, fields, follows, act: run }, signal)
  return { output: done.result, ...pickContext(done) }
}

const startInput = ({ id, common, options }: Conversation, call: TaskCall, tool_call_id: string): JsonObject => ({
  ...common,
  subagent_id: randomUUID(),
  subagent_type: call.type,
  task: call.task,
  parent_conversation_id: id,
  tool_call_id,
  subagent_model: call.model ?? options.model ?? 'default',
  is_parallel_worker: call.parallel ?? false,
  ...(call.gitBranch === undefined ? {} : { git_branch: call.gitBranch }),
})

const createChild = (
  parent: Conversation,
  { transcriptPath }: TaskCall,
  input: JsonObject,
  signal: AbortSignal,
): Conversation =>
  createConversation(
    parent.host,
    String(input.subagent_id),
    {
      ...parent.options,
      model: String(input.subagent_model),
      signal,
      transcriptPath: transcriptPath ?? null,
    },
    parent,
  )

interface Subagent {
  readonly conversation: Conversation
  readonly child: Conversation
  readonly call: TaskCall
  /** The input after the gates may have rewritten it. */
  readonly input: JsonObject
  readonly signal: AbortSignal
  readonly act: (message: string) => Promise<TaskOutcome>
}

async function runRounds(subagent: Subagent): Promise<TaskResult> {
  const { conversation, child, input, signal, act } = subagent
  const { host } = conversation
  const started = performance.now()
  const fireStop = (ending: JsonObject) =>
    conversation.events(signal).follow('subagentStop', () => stopInput(subagent, ending, performance.now() - started))
  let loop = newLoop(Date.now())
  let message = String(input.task)
  for (;;) {
    const changes = child.changes
    const outcome = await act(message).catch(async (error: unknown) => {
      await fireStop({
        status: signal.aborted ? 'aborted' : 'error',
        summary: String(error),
        tool_call_count: child.calls,
      })
      throw error
    })
    await child.waitForPending()
    const effect = await fireStop(outcomeFields(outcome))
    if (effect?.kind !== 'follow-up' || effect.followUp === undefined) return outcome
    message = effect.followUp
    const round = { message, tokens: sumTokens(outcome), usd: outcome.usd, nowMs: Date.now() }
    const next = nextRound(
      loop,
      { ...round, changed: child.changes > changes },
      loopLimits(host.options.loops, host.hooks.settings),
    )
    loop = next.loop
    if (next.ended === undefined) continue
    host.inform({ event: 'subagentStop', message: next.ended, session: conversation.id })
    return { ...outcome, ended: next.ended }
  }
}

const stopInput = (
  { conversation, child, call, input }: Subagent,
  ending: JsonObject,
  durationMs: number,
): JsonObject => ({
  ...conversation.common,
  subagent_type: input.subagent_type,
  task: input.task,
  description: call.description,
  duration_ms: Math.round(durationMs),
  modified_files: [...child.modified],
  ...(call.transcriptPath === undefined ? {} : { agent_transcript_path: call.transcriptPath }),
  ...ending,
})

const outcomeFields = ({ status, summary, messageCount, toolCallCount }: TaskOutcome): JsonObject => ({
  status,
  summary,
  message_count: messageCount,
  tool_call_count: toolCallCount,
})
