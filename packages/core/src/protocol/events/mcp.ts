/** Events about MCP tools: a gate before the call, which fails closed, and an observer after it. */
import type { JsonObject } from '../../schema.ts'
import { essential, hidden, isObject, number, optional, string } from '../../schema.ts'
import { event, permission } from '../row.ts'
import { shellInputOf } from '../tool-commands.ts'

const server = {
  mcp_server_name: optional(string()),
  mcp_full_name: optional(
    string("The agent's own name of the tool (`mcp__server__tool`), if it can be split in more than one way."),
  ),
  url: optional(string("The server's address, for a server with a URL.")),
  mcp_server_url: optional(string('The same as `url`.')),
  command: optional(string("The server's command, for a server that is a process.")),
}
const mcpSubject = (input: { readonly tool_name: string; readonly mcp_server_name?: string | null | undefined }) => [
  `MCP:${input.tool_name}`,
  input.tool_name,
  input.mcp_server_name,
]
const subjectDoc = '`MCP:<tool>`, `<tool>` or the server name'

/** Parses `tool_input`, which is JSON text in this event. A value that is not an object is wrapped as `{ input: value }`. */
function parseToolInput(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : { input: value }
  } catch {
    return { input: text }
  }
}

/** The text of an MCP result. A failed result carries its reason there. */
function resultText({ content }: JsonObject): string {
  const parts = Array.isArray(content) ? content.flatMap((part) => (isObject(part) ? part.text : [])) : []
  return parts.filter((text) => typeof text === 'string').join('\n') || 'the server reported an error'
}

export const mcpEvents = {
  beforeMCPExecution: event({
    doc: 'Before an MCP tool runs. Fails closed.',
    since: '2.3',
    operation: 'mcp',
    input: { tool_name: essential(string()), tool_input: string('JSON text.'), ...server },
    gate: permission('asks'),
    onFailure: 'closed',
    reply: ['user_message', 'agent_message'],
    subject: mcpSubject,
    mirrors: [['url', 'mcp_server_url']],
    subjectDoc,
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'MCP tool execution was blocked by a hook',
      model: 'The MCP tool call was rejected by a hook',
    },
    act: {
      tool: (input) => ({ tool_name: `MCP:${input.tool_name}`, tool_input: parseToolInput(input.tool_input) }),
      withToolInput: (input, toolInput) => ({ ...input, tool_input: JSON.stringify(toolInput) }),
      also: (input) => {
        const shell = shellInputOf(`MCP:${input.tool_name}`, input.tool_input, undefined)
        return shell === undefined ? undefined : { event: 'beforeShellExecution', input: shell }
      },
      replaceable: true,
      failure: (result) =>
        isObject(result) && result.isError === true
          ? { message: resultText(result), type: 'error', interrupt: false }
          : undefined,
      after: {
        event: 'afterMCPExecution',
        fields: (input, result, durationMs) => ({
          ...input,
          result_json: typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null'),
          duration: durationMs,
        }),
      },
    },
    sample: () => ({
      tool_name: 'search',
      tool_input: '{"query":"release notes"}',
      mcp_server_name: 'docs',
      url: 'http://127.0.0.1:3845/mcp',
      mcp_server_url: 'http://127.0.0.1:3845/mcp',
    }),
  }),
  afterMCPExecution: event({
    doc: 'After an MCP tool ran.',
    since: '2.3',
    operation: 'mcp',
    input: {
      tool_name: essential(string()),
      tool_input: string('JSON text.'),
      result_json: hidden(string('JSON text.')),
      duration: number('Milliseconds, without the time spent waiting for approval.'),
      ...server,
    },
    subject: mcpSubject,
    mirrors: [['url', 'mcp_server_url']],
    subjectDoc,
    sample: () => ({
      tool_name: 'search',
      tool_input: '{"query":"release notes"}',
      result_json: '{"content":[{"type":"text","text":"3 results"}]}',
      duration: 120,
      mcp_server_name: 'docs',
      url: 'http://127.0.0.1:3845/mcp',
      mcp_server_url: 'http://127.0.0.1:3845/mcp',
    }),
  }),
}
