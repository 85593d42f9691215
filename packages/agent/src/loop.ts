/** The conversation loop, and the best file to start reading. The host performs every step: it fires the events and obeys the hooks. */
import { HooklineError, type HostSession } from '@hookline/core/node'
import type { Agent } from './agent.ts'
import { callTools } from './call-tools.ts'
import { findCommand, isQuit } from './commands.ts'
import { compactWhenFull } from './compact.ts'
import { askModel, type ModelReply } from './model/ask-model.ts'
import { explainFailure } from './model/explain-failure.ts'
import { buildSystemPrompt } from './model/system-prompt.ts'
import { reportRefusal, reportWithheldReply } from './refusals.ts'
import { addUserMessage, countTokens, createThread, type Thread } from './thread.ts'
import { describeTools } from './tool.ts'
import { openTranscript } from './transcript.ts'

export type TurnStatus = 'completed' | 'aborted' | 'error'
export interface TurnResult {
  readonly status: TurnStatus
  /** The last text of the model. */
  readonly text: string
  readonly error?: string
}
const maxRounds = 100
const withheldNote = '[This response was withheld by a hook: the person has not seen it.]'

/** Runs the session from the first message to the last. It throws when a hook refuses the session, which then does not exist. */
export async function converse(agent: Agent, session: HostSession, task: string | undefined): Promise<TurnResult> {
  const { person, host } = agent
  await host.openWorkspace()
  const { context } = await session.start()
  let result: TurnResult = { status: 'completed', text: '' }
  try {
    const thread = await openThread(agent, session, context)
    for (
      let message = task ?? (await person.nextMessage());
      message !== undefined;
      message = await person.nextMessage()
    ) {
      if (isQuit(message)) break
      const command = findCommand(message)
      if (command === undefined) result = await person.runCancellable((signal) => runTurn(thread, message, signal))
      else await person.runCancellable((signal) => command(thread, signal))
    }
    return result
  } catch (thrown) {
    result = { status: 'error', text: '', error: thrown instanceof Error ? thrown.message : String(thrown) }
    throw thrown
  } finally {
    await session.end(agent.findEndReason(result.status), result.error)
  }
}

async function openThread(agent: Agent, session: HostSession, context: string | undefined): Promise<Thread> {
  return createThread({
    agent,
    session,
    model: agent.model.forPurpose('turns'),
    tools: await agent.connectTools(),
    system: buildSystemPrompt({ cwd: session.cwd, mode: agent.mode, rules: agent.rules, context }),
    transcript: openTranscript(session.id),
    reader: 'person',
  })
}

/** Handles one message of the person, and the follow-ups that `stop` hooks request. */
async function runTurn(thread: Thread, message: string, signal: AbortSignal): Promise<TurnResult> {
  const { agent, session } = thread
  try {
    const attachments = agent.rules.map(({ path }) => ({ type: 'rule' as const, file_path: path }))
    addUserMessage(thread, message, await session.submitPrompt(message, { attachments }))
  } catch (thrown) {
    return { status: 'error', text: '', error: reportRefusal(agent, 'prompt', HooklineError.from(thrown)) }
  }
  for (;;) {
    thread.hasFailedToCompact = false
    const result = await runRounds(thread, signal)
    if (result.error !== undefined) agent.person.showFailure(result.error)
    const { followUp } = await session.stop(result.status, agent.meter.take())
    if (followUp === undefined) return result
    agent.person.showInfo(`A stop hook continues with: ${followUp.text}`)
    const { text, isAutoFollowupFromStopHook, loopCount } = followUp
    addUserMessage(thread, text, { isAutoFollowupFromStopHook, loopCount })
  }
}

/** Asks the model and calls its tools in turn, until a reply calls no tool. Failures are returned, not thrown. */
export async function runRounds(thread: Thread, signal: AbortSignal): Promise<TurnResult> {
  let text = ''
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      signal.throwIfAborted()
      await compactWhenFull(thread, signal)
      const reply = await requestReply(thread, signal)
      text = await deliverReply(thread, reply)
      if (reply.messages.at(-1)?.role !== 'tool' && reply.calls.length === 0) return { status: 'completed', text }
      await callTools(thread, reply, signal)
    }
    const error = `The turn was stopped after ${maxRounds} rounds of tool calls. Send a message to continue.`
    return { status: 'error', text, error }
  } catch (thrown) {
    if (signal.aborted) return { status: 'aborted', text }
    return { status: 'error', text, error: explainFailure(thrown, thread.agent.model) }
  }
}

async function requestReply(thread: Thread, signal: AbortSignal): Promise<ModelReply> {
  const { agent, session, model, system, messages, tools, reader } = thread
  const reply = await askModel({
    model,
    system,
    messages,
    tools: describeTools(tools),
    signal,
    idleTimeoutMs: agent.idleTimeoutMs,
    onThought(text, durationMs) {
      if (reader === 'person') agent.person.showThought(text)
      session.thought(text, { durationMs })
    },
  })
  thread.inputTokens = reply.tokens.input_tokens
  countTokens(thread, reply.tokens)
  if (reply.isTruncated) agent.person.showInfo('The reply was cut off: the model reached its output limit.')
  return reply
}

/**
 * Adds the reply to the history and shows it to the person. If a hook withholds the text, the history gets a note instead,
 * so that the model does not assume that the person has read it.
 */
async function deliverReply(thread: Thread, reply: ModelReply): Promise<string> {
  const { agent, session, transcript, reader } = thread
  const response =
    reply.text === '' || reader === 'agent'
      ? ({ shown: true } as const)
      : await session.response(reply.text, { ...reply.tokens, durationMs: reply.durationMs })
  thread.messages.push(...(response.shown ? reply.messages : replaceText(reply.messages)))
  const calls = reply.calls.length === 0 ? {} : { calls: reply.calls }
  transcript.write({
    role: 'assistant',
    content: { text: response.shown ? reply.text : withheldNote, ...calls },
    ...(response.shown ? {} : { withheld: true }),
  })
  if (!response.shown) reportWithheldReply(agent, response.userMessage)
  else if (reply.text !== '' && reader === 'person') agent.person.showReply(reply.text, reply.calls.length === 0)
  return response.shown ? reply.text : ''
}

const replaceText = (messages: ModelReply['messages']): ModelReply['messages'] =>
  messages.map((message) => {
    if (message.role !== 'assistant') return message
    if (typeof message.content === 'string') return { ...message, content: withheldNote }
    return {
      ...message,
      content: message.content.map((part) => (part.type === 'text' ? { type: 'text', text: withheldNote } : part)),
    }
  })
