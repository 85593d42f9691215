/** Operations: call a tool of an MCP server, and a tool of the host's own. */
import type { JsonObject } from '../../schema.ts'
import { callOf } from '../../tool-call/call-of.ts'
import type { Conversation } from './conversation.ts'
import {
  asObject,
  combineSignals,
  createToolCall,
  neverAborts,
  perform,
  pickContext,
  withDescription,
} from './perform.ts'
import type { AddedContext, CallOptions, McpCall } from './types.ts'

type Act<T> = (input: JsonObject, signal: AbortSignal) => Promise<T>

export async function mcp(
  conversation: Conversation,
  { server, url, command, tool, input }: McpCall,
  act: Act<unknown>,
  options: CallOptions = {},
): Promise<{ readonly output: unknown } & AddedContext> {
  const given = {
    ...conversation.common,
    tool_name: tool,
    tool_input: JSON.stringify(input),
    mcp_server_name: server,
    ...(url === undefined ? {} : { url }),
    ...(command === undefined ? {} : { command }),
  }
  const signal = combineSignals(conversation, options.signal)
  const made = {
    ...withDescription(conversation, callOf('beforeMCPExecution', given, options.id, conversation.common), options),
    // The text is that of an object: it was written above, or by a hook's rewrite of the object.
    act: (final: JsonObject) => act(JSON.parse(String(final.tool_input)) as JsonObject, signal ?? neverAborts),
  }
  const done = await perform(conversation, made, signal)
  return { output: done.replaced === undefined ? done.result : done.replaced.output, ...pickContext(done) }
}

export async function tool<T>(
  conversation: Conversation,
  name: string,
  input: JsonObject,
  act: Act<T>,
  options: CallOptions = {},
): Promise<{ readonly output: T } & AddedContext> {
  const signal = combineSignals(conversation, options.signal)
  const made = {
    ...createToolCall(conversation, name, input, options),
    act: (final: JsonObject) => act(asObject(final.tool_input), signal ?? neverAborts),
  }
  const done = await perform(conversation, made, signal)
  return { output: done.result, ...pickContext(done) }
}
