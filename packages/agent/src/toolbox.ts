/** Which tools a conversation has: our own, and those of MCP servers, which start when it has begun. */
import type { TrustFinding } from '@hookline/core/node'
import { connectMcp, type McpTools } from './mcp.ts'
import { type Approval, approveServers } from './mcp-approval.ts'
import { readMcpConfig } from './mcp-config.ts'
import type { Person } from './person.ts'
import { type Mode, ownTools, type ToolTable, toolsOf } from './tools.ts'

export interface ToolboxOptions {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--mcp-config`. */
  readonly named: string | undefined
  readonly mode: Mode
  readonly person: Person
  readonly signal: AbortSignal
  trust(): TrustFinding
}
export interface Toolbox {
  connect(): Promise<ToolTable>
  close(): Promise<void>
}

/** Throws where the file that was named cannot be used. */
export function openToolbox({ root, env, named, mode, person, signal, trust }: ToolboxOptions): Toolbox {
  const read = (approval?: Approval) => readMcpConfig({ root, approval, env, named })
  let started: McpTools | undefined
  read()
  return {
    async connect() {
      const { servers, notes } = read(await approveServers({ root, trust: trust(), person, signal }))
      started = await connectMcp(servers, root, signal)
      for (const note of [...notes, ...started.notes]) person.info(note)
      return toolsOf({ ...ownTools, ...started.tools }, (_name, tool) => tool.modes.includes(mode))
    },
    close: async () => started?.close(),
  }
}
