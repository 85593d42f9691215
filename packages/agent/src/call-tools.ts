/** The tool calls of one answer: each through the host, and every one gets a result, whatever happened. */
import { HooklineError } from '@hookline/core/node'
import type { ToolModelMessage } from 'ai'
import type { Said, ToolCall } from './ask-model.ts'
import { refused } from './refused.ts'
import { type Thread, withContext } from './thread.ts'
import type { Tool } from './tools.ts'

type Result = Extract<ToolModelMessage['content'][number], { readonly type: 'tool-result' }>

/** One after the other, but for neighbouring calls of Task. */
export async function callTools(thread: Thread, said: Said, signal: AbortSignal): Promise<void> {
  const results: Result[] = []
  for (const group of groups(said.calls)) {
    const isParallel = group.length > 1
    const call = (one: ToolCall) => callTool(thread, one, said.text, { signal, isParallel })
    results.push(...(await Promise.all(group.map(call))))
  }
  keep(thread, results)
}

/** Beside the results of calls that fitted no schema, which the SDK has answered: they belong to the same message. */
function keep(thread: Thread, results: readonly Result[]): void {
  const last = thread.messages.at(-1)
  if (last?.role === 'tool')
    thread.messages[thread.messages.length - 1] = { ...last, content: [...last.content, ...results] }
  else thread.messages.push({ role: 'tool', content: [...results] })
  for (const { toolName, toolCallId, output } of results)
    thread.transcript.write({ role: 'tool', content: { tool: toolName, id: toolCallId, output } })
}

const groups = (calls: readonly ToolCall[]): readonly (readonly ToolCall[])[] =>
  calls.reduce<ToolCall[][]>((all, call) => {
    const before = all.at(-1)
    if (call.name === 'Task' && before?.[0]?.name === 'Task') before.push(call)
    else all.push([call])
    return all
  }, [])

async function callTool(
  thread: Thread,
  { id, name, input }: ToolCall,
  text: string,
  how: { readonly signal: AbortSignal; readonly isParallel: boolean },
): Promise<Result> {
  const result = (type: 'text' | 'error-text', value: string): Result => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: { type, value },
  })
  const { agent, tools } = thread
  const tool = tools[name]
  if (tool === undefined) return result('error-text', `There is no tool ${name} here.`)
  const options = { id, signal: how.signal, ...(text === '' ? {} : { agentMessage: text }) }
  thread.toolCalls += 1
  agent.person.acts(thread.reader === 'agent' ? `  ${name}` : name, shownBy(tool, input))
  try {
    how.signal.throwIfAborted()
    // The SDK has checked the input against this tool's own schema.
    const answer = await tool.act(input as never, { ...thread, options, isParallel: how.isParallel })
    return result(answer.isError === true ? 'error-text' : 'text', withContext(cut(answer.text), answer.context))
  } catch (thrown) {
    return result('error-text', refusal(thread, name, thrown))
  }
}

/** What a model can use of one answer; the whole would fill its window. */
const longest = 60_000
const cut = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest / 2)}\n[… ${text.length - longest} characters left out …]\n${text.slice(-longest / 2)}`

const shownBy = (tool: Tool, input: ToolCall['input']): string => tool.shown(input as never)

/** Two readers, two messages: the person hears one now, the model gets the other as the result. */
function refusal({ agent }: Thread, name: string, thrown: unknown): string {
  const error = HooklineError.from(thrown)
  const { context } = error
  if (error.effect === undefined) {
    const cause = error.code === 'tool-failed' || error.code === 'internal' ? (error.cause ?? error) : error
    return withContext(cause instanceof Error ? cause.message : String(cause), context)
  }
  refused(agent, name, error)
  return withContext(error.modelVisibleErrorMessage ?? error.message, context)
}
