/** Operations: a tool of an MCP server, and a tool of the host's own. */
import type { JsonObject } from '../../schema.ts'
import { callOf } from '../../tool-call/call-of.ts'
import type { Conversation } from './conversation.ts'
import { described, never, perform, signalOf, told, toolCall } from './perform.ts'
import type { CallOptions, McpCall, Told } from './types.ts'

type Act<T> = (input: JsonObject, signal: AbortSignal) => Promise<T>

export async function mcp(
  conversation: Conversation,
  { server, url, command, tool, input }: McpCall,
  act: Act<unknown>,
  options: CallOptions = {},
): Promise<{ readonly output: unknown } & Told> {
  const given = {
    ...conversation.common,
    tool_name: tool,
    tool_input: JSON.stringify(input),
    mcp_server_name: server,
    ...(url === undefined ? {} : { url }),
    ...(command === undefined ? {} : { command }),
  }
  const signal = signalOf(conversation, options.signal)
  const made = {
    ...described(conversation, callOf('beforeMCPExecution', given, options.id, conversation.common), options),
    act: (final: JsonObject) => act(JSON.parse(String(final.tool_input)) as JsonObject, signal ?? never),
  }
  const done = await perform(conversation, made, signal)
  return { output: done.replaced === undefined ? done.result : done.replaced.output, ...told(done) }
}

export async function tool<T>(
  conversation: Conversation,
  name: string,
  input: JsonObject,
  act: Act<T>,
  options: CallOptions = {},
): Promise<{ readonly output: T } & Told> {
  const signal = signalOf(conversation, options.signal)
  const made = {
    ...toolCall(conversation, name, input, options),
    act: (final: JsonObject) => act(final.tool_input as JsonObject, signal ?? never),
  }
  const done = await perform(conversation, made, signal)
  return { output: done.result, ...told(done) }
}
