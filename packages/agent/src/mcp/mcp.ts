/** Offers the tools of MCP servers to the agent. The host checks each call with the hooks for MCP. */
import type { JsonObject } from '@hookline/core/protocol'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Tool, ToolTable } from '../tool.ts'
import type { McpServer } from './mcp-config.ts'

const connectTimeoutMs = 30_000
const callTimeoutMs = 300_000
const maxPages = 50

export interface McpTools {
  readonly tools: ToolTable
  readonly notes: readonly string[]
  close(): Promise<void>
}

/** Leaves out a server that cannot be reached, and reports it in `notes`. */
export async function connectMcp(servers: readonly McpServer[], root: string, signal: AbortSignal): Promise<McpTools> {
  const clients: Client[] = []
  const notes: string[] = []
  const tables = await Promise.all(
    servers.map(async (server) => {
      const client = new Client({ name: 'hookline-agent', version: '0' })
      clients.push(client)
      try {
        const limits = { timeout: connectTimeoutMs, signal }
        await client.connect(createTransport(server, root), limits)
        const tools = await listTools(client, limits)
        return tools.map(
          (tool) => [buildToolName(server.name, tool.name), createMcpTool(client, server, tool)] as const,
        )
      } catch (thrown) {
        notes.push(
          `MCP server ${server.name} (${server.file}) is not available: ${formatError(thrown)}. Its tools are left out.`,
        )
        return []
      }
    }),
  )
  return {
    tools: dropDuplicates(tables.flat(), notes),
    notes,
    close: async () => void (await Promise.allSettled(clients.map((client) => client.close()))),
  }
}

/** Reads the list page by page, up to a limit in case a server never ends its list. */
async function listTools(client: Client, limits: { readonly timeout: number; readonly signal: AbortSignal }) {
  const tools: McpToolInfo[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { tools: more, nextCursor } = await client.listTools(cursor === undefined ? undefined : { cursor }, limits)
    tools.push(...more)
    if (nextCursor === undefined) return tools
    cursor = nextCursor
  }
  return tools
}

/** Two tools can have the same name after it is shortened. Keeps the first, and reports the other in `notes`. */
function dropDuplicates(tools: readonly (readonly [string, Tool])[], notes: string[]): ToolTable {
  const table = new Map<string, Tool>()
  for (const [name, tool] of tools)
    if (table.has(name)) notes.push(`Two MCP tools have the name ${name}. The second one is left out.`)
    else table.set(name, tool)
  return Object.fromEntries(table)
}

function createTransport(server: McpServer, cwd: string) {
  if ('url' in server)
    // The SDK's own type does not fit `exactOptionalPropertyTypes`.
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } }) as never
  const { command, args, env } = server
  return new StdioClientTransport({ command, args, cwd, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
}

/** Providers accept at most 64 characters: letters, digits, `_` and `-`. */
const buildToolName = (server: string, tool: string): string =>
  `${server}__${tool}`.replace(/[^\w-]/g, '_').slice(0, 64)

interface McpToolInfo {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: JsonObject
}

function createMcpTool(client: Client, server: McpServer, { name, description, inputSchema }: McpToolInfo): Tool {
  const address = 'url' in server ? { url: server.url } : { command: [server.command, ...server.args].join(' ') }
  const tool: Tool<JsonObject> = {
    description: description ?? name,
    schema: inputSchema,
    // A server's own hint that a tool only reads is not reliable, so no MCP tool is offered in the mode `ask`.
    modes: ['agent', 'edit'],
    describeCall: (input) => JSON.stringify(input),
    async run(input, { session, options }) {
      const result = await session.mcp(
        { server: server.name, ...address, tool: name, input },
        (final, signal) => callTool(client, name, final, signal),
        options,
      )
      return { ...result, text: formatOutput(result.output), isError: isError(result.output) }
    },
  }
  // The table holds tools with any input, and the model calls this one with a JSON object.
  return tool as Tool
}

const callTool = (client: Client, name: string, input: JsonObject, signal: AbortSignal) =>
  client.callTool({ name, arguments: { ...input } }, undefined, { signal, timeout: callTimeoutMs })

// Reading a field is safe on every value except null and undefined, and `?.` handles those two.
const isError = (output: unknown): boolean => (output as { readonly isError?: unknown } | null)?.isError === true

/** Joins the text parts. Everything else becomes JSON. */
function formatOutput(output: unknown): string {
  if (typeof output === 'string') return output
  // As in `isError`, reading a field is safe on any value.
  const content = (output as { readonly content?: unknown } | null)?.content
  if (!Array.isArray(content)) return JSON.stringify(output)
  return content.map((part) => (part?.type === 'text' ? String(part.text) : JSON.stringify(part))).join('\n')
}

const formatError = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
