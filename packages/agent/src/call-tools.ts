/** Performs the tool calls of one reply through the host. Every call gets a result, even when it fails. */
import { HooklineError } from '@hookline/core/node'
import type { ToolModelMessage } from 'ai'
import type { ModelReply, ToolCall } from './model/ask-model.ts'
import { reportRefusal } from './refusals.ts'
import { appendContext, type Thread } from './thread.ts'

type ResultPart = Extract<ToolModelMessage['content'][number], { readonly type: 'tool-result' }>

/** Runs the calls one after the other. Only neighbouring calls of Task run in parallel. */
export async function callTools(thread: Thread, reply: ModelReply, signal: AbortSignal): Promise<void> {
  const results: ResultPart[] = []
  for (const group of groupCalls(reply.calls)) {
    const isParallel = group.length > 1
    const runCall = (call: ToolCall) => callTool(thread, call, reply.text, { signal, isParallel })
    results.push(...(await Promise.all(group.map(runCall))))
  }
  saveResults(thread, results)
}

/** The SDK has answered calls with an invalid input in a tool message. All results of a reply belong in one message. */
function saveResults(thread: Thread, results: readonly ResultPart[]): void {
  const last = thread.messages.at(-1)
  if (last?.role === 'tool')
    thread.messages[thread.messages.length - 1] = { ...last, content: [...last.content, ...results] }
  else thread.messages.push({ role: 'tool', content: [...results] })
  for (const { toolName, toolCallId, output } of results)
    thread.transcript.write({ role: 'tool', content: { tool: toolName, id: toolCallId, output } })
}

const groupCalls = (calls: readonly ToolCall[]): readonly (readonly ToolCall[])[] =>
  calls.reduce<ToolCall[][]>((groups, call) => {
    const previous = groups.at(-1)
    if (call.name === 'Task' && previous?.[0]?.name === 'Task') previous.push(call)
    else groups.push([call])
    return groups
  }, [])

async function callTool(
  thread: Thread,
  { id, name, input }: ToolCall,
  text: string,
  { signal, isParallel }: { readonly signal: AbortSignal; readonly isParallel: boolean },
): Promise<ResultPart> {
  const buildResult = (type: 'text' | 'error-text', value: string): ResultPart => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: { type, value },
  })
  const { agent, tools } = thread
  const tool = tools[name]
  if (tool === undefined) return buildResult('error-text', `There is no tool named ${name}.`)
  const options = { id, signal, ...(text === '' ? {} : { agentMessage: text }) }
  thread.toolCalls += 1
  // The SDK has checked the input against this tool's own schema.
  const checkedInput = input as never
  agent.person.showAction(thread.reader === 'agent' ? `  ${name}` : name, tool.describeCall(checkedInput))
  try {
    signal.throwIfAborted()
    const result = await tool.run(checkedInput, { ...thread, options, isParallel })
    const type = result.isError === true ? 'error-text' : 'text'
    return buildResult(type, appendContext(truncate(result.text), result.context))
  } catch (thrown) {
    return buildResult('error-text', handleError(thread, name, thrown))
  }
}

/** In characters. A longer result would fill the model's context window. */
const maxResultLength = 60_000
const truncate = (text: string): string =>
  text.length <= maxResultLength
    ? text
    : `${text.slice(0, maxResultLength / 2)}\n[… ${text.length - maxResultLength} characters left out …]\n${text.slice(-maxResultLength / 2)}`

/** Shows a refusal to the person, and returns the text for the model. The two messages of a refusal differ. */
function handleError({ agent }: Thread, name: string, thrown: unknown): string {
  const error = HooklineError.from(thrown)
  const { context } = error
  if (error.effect === undefined) {
    const cause = error.code === 'tool-failed' || error.code === 'internal' ? (error.cause ?? error) : error
    return appendContext(cause instanceof Error ? cause.message : String(cause), context)
  }
  reportRefusal(agent, name, error)
  return appendContext(error.modelVisibleErrorMessage ?? error.message, context)
}
