/** For each agent: how the scripted model calls an MCP server and starts a subagent, and what a read is. */
import type { ToolCall } from '@hookline/models/testing'
import type { Files, RealAgent } from './agent.ts'
import { claudeCode } from './claude-code/agent.ts'
import { everything } from './claude-code/mcp-server.ts'
import { codex } from './codex/agent.ts'
import { server as codexServer } from './codex/mcp-server.ts'
import { copilot } from './copilot/agent.ts'
import { geminiCli } from './gemini-cli/agent.ts'
import { opencode } from './opencode/agent.ts'
import { qwenCode } from './qwen-code/agent.ts'
import type { PromptOptions } from './trial.ts'

export interface ActsRow {
  readonly agent: RealAgent
  readonly mcp: { readonly files?: Files; readonly options?: PromptOptions; readonly echo: ToolCall }
  /** Its conversation begins with `SUBAGENT:`. */
  readonly subagent: readonly ToolCall[]
  /** The call that reads this file. */
  readonly read: (path: string) => ToolCall
  /** Hookline refuses a read whose text a hook replaces: the agent could not hand on the new text. */
  readonly refusesRedaction?: true
  /** It ends with the turn, so a follow-up comes too late. */
  readonly endsAtStop?: true
}

const { command, args } = everything.files['mcp.json'].mcpServers.everything
const prompt = 'SUBAGENT: look around'
const message = 'original text'

export const actsRows: readonly ActsRow[] = [
  {
    agent: claudeCode,
    mcp: { files: everything.files, options: everything.options, echo: everything.echo(message) },
    subagent: [{ name: 'Agent', input: { description: 'look', prompt, subagent_type: 'general-purpose' } }],
    read: claudeCode.tools.read,
  },
  {
    agent: codex,
    mcp: { options: { args: codexServer.args }, echo: codexServer.echo(message) },
    // The subagent runs beside the main conversation, which has to wait for it.
    subagent: [
      { name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: prompt } },
      codex.tools.shell('sleep 2'),
    ],
    // Its only tool that reads a file is the one for images. Texts are read by shell commands.
    read: (path) => ({ name: 'view_image', input: { path } }),
    refusesRedaction: true,
  },
  {
    agent: copilot,
    mcp: {
      files: everything.files,
      options: { args: ['--additional-mcp-config', '@mcp.json'] },
      echo: { name: 'everything-echo', input: { message } },
    },
    subagent: [{ name: 'task', input: { agent_type: 'general-purpose', description: 'look', name: 'look', prompt } }],
    read: copilot.tools.read,
  },
  {
    agent: geminiCli,
    mcp: {
      files: { '.gemini/settings.json': { mcpServers: { everything: { command, args } } } },
      echo: { name: 'mcp_everything_echo', input: { message } },
    },
    subagent: [{ name: 'invoke_agent', input: { agent_name: 'codebase_investigator', prompt } }],
    read: geminiCli.tools.read,
  },
  {
    agent: opencode,
    mcp: {
      files: { 'opencode.json': { mcp: { everything: { type: 'local', command: [command, ...args] } } } },
      echo: { name: 'everything_echo', input: { message } },
    },
    subagent: [{ name: 'task', input: { description: 'look', prompt, subagent_type: 'general' } }],
    read: opencode.tools.read,
    endsAtStop: true,
  },
  {
    agent: qwenCode,
    mcp: {
      files: everything.files,
      options: { args: ['--mcp-config', 'mcp.json'] },
      echo: everything.echo(message),
    },
    subagent: [{ name: 'agent', input: { description: 'look', prompt, subagent_type: 'general-purpose' } }],
    read: qwenCode.tools.read,
  },
]
