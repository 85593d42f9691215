/** The tools of a conversation: our own, and those of MCP servers, which start after the session has started. */
import type { TrustFinding } from '@hookline/core/node'
import { connectMcp, type McpTools } from './mcp/mcp.ts'
import { type Approval, approveServers } from './mcp/mcp-approval.ts'
import { readMcpConfig } from './mcp/mcp-config.ts'
import type { Person } from './person.ts'
import { filterTools, type Mode, type ToolTable } from './tool.ts'
import { ownTools } from './tools.ts'

export interface ToolboxOptions {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file of `--mcp-config`. */
  readonly mcpConfig: string | undefined
  readonly mode: Mode
  readonly person: Person
  readonly signal: AbortSignal
  trust(): TrustFinding
}
export interface Toolbox {
  connect(): Promise<ToolTable>
  close(): Promise<void>
}

/** Throws if the file of `--mcp-config` is invalid. */
export function openToolbox({ root, env, mcpConfig, mode, person, signal, trust }: ToolboxOptions): Toolbox {
  const readConfig = (approval?: Approval) => readMcpConfig({ root, approval, env, flagFile: mcpConfig })
  let mcpTools: McpTools | undefined
  // Read it now for its errors only, so that an invalid file stops the session before it starts.
  readConfig()
  return {
    async connect() {
      const { servers, notes } = readConfig(await approveServers({ root, trust: trust(), person, signal }))
      mcpTools = await connectMcp(servers, root, signal)
      for (const note of [...notes, ...mcpTools.notes]) person.showInfo(note)
      return filterTools({ ...ownTools, ...mcpTools.tools }, (_name, tool) => tool.modes.includes(mode))
    },
    close: async () => mcpTools?.close(),
  }
}
