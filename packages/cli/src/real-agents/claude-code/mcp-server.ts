/** The reference server of the MCP project, for trials: its files, its arguments and one tool call. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ToolCall } from '@hookline/models/testing'
import type { Files } from '../agent.ts'
import type { PromptOptions } from '../trial.ts'

const script = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
)

export const everything = {
  files: {
    'mcp.json': { mcpServers: { everything: { command: process.execPath, args: [script, 'stdio'] } } },
  } satisfies Files,
  options: {
    args: ['--mcp-config', 'mcp.json', '--strict-mcp-config'],
    allowed: ['mcp__everything__echo'],
  } satisfies PromptOptions,
  echo: (message: string): ToolCall => ({ name: 'mcp__everything__echo', input: { message } }),
}
