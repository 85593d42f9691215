/** The conversation: the map of this package. Every step of it goes through the host, which fires the events and obeys them. */
import { HooklineError, type HostSession } from '@hookline/core/node'
import type { Agent } from './agent.ts'
import { askModel, type Said } from './ask-model.ts'
import { callTools } from './call-tools.ts'
import { commandOf, isQuit } from './commands.ts'
import { compactWhenFull } from './compact.ts'
import { explain } from './explain-failure.ts'
import { refused, withhold } from './refused.ts'
import { systemText } from './system.ts'
import { createThread, spend, type Thread, tell } from './thread.ts'
import { described } from './tools.ts'
import { openTranscript } from './transcript.ts'

export type Status = 'completed' | 'aborted' | 'error'
export interface Done {
  readonly status: Status
  /** The agent's last words. */
  readonly text: string
  readonly error?: string
}
const most = 100
const withheldNote = '[This response was withheld by a hook: the person has not seen it.]'

/** From the first message to the last one. A refused session throws: nothing was created. */
export async function converse(agent: Agent, session: HostSession, task: string | undefined): Promise<Done> {
  const { person, host } = agent
  await host.openWorkspace()
  const { context } = await session.start()
  let done: Done = { status: 'completed', text: '' }
  try {
    const thread = await begin(agent, session, context)
    for (let message = task ?? (await person.next()); message !== undefined; message = await person.next()) {
      if (isQuit(message)) break
      const command = commandOf(message)
      if (command === undefined) done = await person.during((signal) => turn(thread, message, signal))
      else await person.during((signal) => command(thread, signal))
    }
    return done
  } catch (thrown) {
    done = { status: 'error', text: '', error: thrown instanceof Error ? thrown.message : String(thrown) }
    throw thrown
  } finally {
    await session.end(agent.endsWith(done.status), done.error)
  }
}

async function begin(agent: Agent, session: HostSession, context: string | undefined): Promise<Thread> {
  return createThread({
    agent,
    session,
    model: agent.model.forPurpose('turns'),
    tools: await agent.connect(),
    system: systemText({ cwd: session.cwd, mode: agent.mode, rules: agent.rules, context }),
    transcript: openTranscript(session.id),
    reader: 'person',
  })
}

/** One message of the person, and the follow-ups that `stop` hooks ask for. */
async function turn(thread: Thread, message: string, signal: AbortSignal): Promise<Done> {
  const { agent, session } = thread
  try {
    const attachments = agent.rules.map(({ path }) => ({ type: 'rule' as const, file_path: path }))
    tell(thread, message, await session.submitPrompt(message, { attachments }))
  } catch (thrown) {
    return { status: 'error', text: '', error: refused(agent, 'prompt', HooklineError.from(thrown)) }
  }
  for (;;) {
    thread.isStuck = false
    const done = await work(thread, signal)
    if (done.error !== undefined) agent.person.failed(done.error)
    const { followUp } = await session.stop(done.status, agent.meter.take())
    if (followUp === undefined) return done
    agent.person.info(`A stop hook goes on: ${followUp.text}`)
    const { text, isAutoFollowupFromStopHook, loopCount } = followUp
    tell(thread, text, { isAutoFollowupFromStopHook, loopCount })
  }
}

/** Rounds of model and tools, until the model calls no tool. How it ended is a value. */
export async function work(thread: Thread, signal: AbortSignal): Promise<Done> {
  let text = ''
  try {
    for (let round = 0; round < most; round += 1) {
      signal.throwIfAborted()
      await compactWhenFull(thread, signal)
      const said = await ask(thread, signal)
      text = await hear(thread, said)
      if (said.messages.at(-1)?.role !== 'tool' && said.calls.length === 0) return { status: 'completed', text }
      await callTools(thread, said, signal)
    }
    return { status: 'error', text, error: `The model called tools ${most} times without coming to an end.` }
  } catch (thrown) {
    if (signal.aborted) return { status: 'aborted', text }
    return { status: 'error', text, error: explain(thrown, thread.agent.model) }
  }
}

async function ask(thread: Thread, signal: AbortSignal): Promise<Said> {
  const { agent, session, model, system, messages, tools, reader } = thread
  const said = await askModel({
    model,
    system,
    messages,
    tools: described(tools),
    signal,
    silenceMs: agent.silenceMs,
    onThought(text, durationMs) {
      if (reader === 'person') agent.person.thinks(text)
      session.thought(text, { durationMs })
    },
  })
  thread.inputTokens = said.tokens.input_tokens
  spend(thread, said.tokens)
  if (said.isCut) agent.person.info('The answer was cut: the model may not say more at once.')
  return said
}

/** Into the history; and to the person, unless a hook withholds it: then the model does not believe that it was seen. */
async function hear(thread: Thread, said: Said): Promise<string> {
  const { agent, session, transcript, reader } = thread
  const shown =
    said.text === '' || reader === 'agent'
      ? ({ shown: true } as const)
      : await session.response(said.text, { ...said.tokens, durationMs: said.durationMs })
  thread.messages.push(...(shown.shown ? said.messages : withheld(said.messages)))
  const calls = said.calls.length === 0 ? {} : { calls: said.calls }
  transcript.write({
    role: 'assistant',
    content: { text: shown.shown ? said.text : withheldNote, ...calls },
    ...(shown.shown ? {} : { withheld: true }),
  })
  if (!shown.shown) withhold(agent, shown.userMessage)
  else if (said.text !== '' && reader === 'person') agent.person.says(said.text, said.calls.length === 0)
  return shown.shown ? said.text : ''
}

const withheld = (messages: Said['messages']): Said['messages'] =>
  messages.map((message) => {
    if (message.role !== 'assistant') return message
    if (typeof message.content === 'string') return { ...message, content: withheldNote }
    return {
      ...message,
      content: message.content.map((part) => (part.type === 'text' ? { type: 'text', text: withheldNote } : part)),
    }
  })
