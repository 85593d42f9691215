/** The reference server of the MCP project in Codex: its arguments and one tool call. */
import type { ToolCall } from '@hookline/models/testing'
import { everything } from '../claude-code/mcp-server.ts'

const { command, args } = everything.files['mcp.json'].mcpServers.everything

export const server = {
  args: ['-c', `mcp_servers.everything={command=${JSON.stringify(command)},args=${JSON.stringify(args)}}`],
  echo: (message: string): ToolCall => ({ name: 'echo', namespace: 'mcp__everything', input: { message } }),
}
