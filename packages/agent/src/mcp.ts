/** MCP servers as tools of the agent. Each call goes through the host's own gate for MCP. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { McpServer } from './mcp-config.ts'
import type { Tool, ToolTable } from './tools.ts'

const connectWithinMs = 30_000
const callWithinMs = 300_000
const MOST_PAGES = 50

export interface McpTools {
  readonly tools: ToolTable
  readonly notes: readonly string[]
  close(): Promise<void>
}

/** A server that does not answer is named and left out. */
export async function connectMcp(servers: readonly McpServer[], root: string, signal: AbortSignal): Promise<McpTools> {
  const clients: Client[] = []
  const notes: string[] = []
  const tables = await Promise.all(
    servers.map(async (server) => {
      const client = new Client({ name: 'hookline-agent', version: '0' })
      clients.push(client)
      try {
        const within = { timeout: connectWithinMs, signal }
        await client.connect(transportOf(server, root), within)
        const tools = await listed(client, within)
        return tools.map((tool) => [nameOf(server.name, tool.name), mcpTool(client, server, tool)] as const)
      } catch (thrown) {
        notes.push(`MCP server ${server.name} (${server.file}) does not answer: ${messageOf(thrown)}`)
        return []
      }
    }),
  )
  return {
    tools: distinct(tables.flat(), notes),
    notes,
    close: async () => void (await Promise.allSettled(clients.map((client) => client.close()))),
  }
}

/** Page by page; a server that never ends its list is cut. */
async function listed(client: Client, within: { readonly timeout: number; readonly signal: AbortSignal }) {
  const tools: Listed[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { tools: more, nextCursor } = await client.listTools(cursor === undefined ? undefined : { cursor }, within)
    tools.push(...more)
    if (nextCursor === undefined) return tools
    cursor = nextCursor
  }
  return tools
}

/** Two tools that are called the same after shortening: the first stays, and the other is named. */
function distinct(tools: readonly (readonly [string, Tool])[], notes: string[]): ToolTable {
  const table = new Map<string, Tool>()
  for (const [name, tool] of tools)
    if (table.has(name)) notes.push(`two MCP tools are both called ${name}: the second is left out`)
    else table.set(name, tool)
  return Object.fromEntries(table)
}

function transportOf(server: McpServer, cwd: string) {
  if ('url' in server)
    // The SDK's own type does not fit `exactOptionalPropertyTypes`.
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } }) as never
  const { command, args, env } = server
  return new StdioClientTransport({ command, args, cwd, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
}

/** Providers take letters, digits, `_` and `-`, 64 at most. */
const nameOf = (server: string, tool: string): string => `${server}__${tool}`.replace(/[^\w-]/g, '_').slice(0, 64)

interface Listed {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
}

function mcpTool(client: Client, server: McpServer, { name, description, inputSchema }: Listed): Tool {
  const reached = 'url' in server ? { url: server.url } : { command: [server.command, ...server.args].join(' ') }
  const tool: Tool<Readonly<Record<string, unknown>>> = {
    description: description ?? name,
    schema: inputSchema as Readonly<Record<string, unknown>>,
    // What it does is not known: a server's own hint that it only reads is no promise.
    modes: ['agent', 'edit'],
    shown: (input) => JSON.stringify(input),
    async act(input, { session, options }) {
      const done = await session.mcp(
        { server: server.name, ...reached, tool: name, input },
        (final, signal) => call(client, name, final, signal),
        options,
      )
      return { ...done, text: textOf(done.output), isError: isError(done.output) }
    },
  }
  return tool as Tool
}

const call = (client: Client, name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal) =>
  client.callTool({ name, arguments: { ...input } }, undefined, { signal, timeout: callWithinMs })

const isError = (output: unknown): boolean => (output as { readonly isError?: unknown } | null)?.isError === true

/** The text parts; of anything else its JSON. */
function textOf(output: unknown): string {
  if (typeof output === 'string') return output
  const content = (output as { readonly content?: unknown } | null)?.content
  if (!Array.isArray(content)) return JSON.stringify(output)
  return content.map((part) => (part?.type === 'text' ? String(part.text) : JSON.stringify(part))).join('\n')
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
