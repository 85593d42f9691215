/** Which MCP servers and tools an agent may call. */
import { mcpSplits } from '@hookline/core/protocol'
import { globs } from '../lib/paths.ts'
import { judged, refused } from '../lib/said.ts'
import { choice, packHook, packOf, texts } from '../pack-of.ts'
import { mcpCanary } from './canary.ts'

const parameters = {
  servers: texts([], 'Servers whose tools may all be called; wildcards are allowed.'),
  tools: texts([], 'Tools that may be called: tool, or server/tool; wildcards are allowed.'),
  deny: texts([], 'Tools that never may, whatever the other lists say.'),
  default: choice(['ask', 'deny', 'allow'], 'ask', 'What happens to the others.'),
}

export const mcpAllowlist = packOf({
  name: 'mcp-allowlist',
  description: 'lets an agent call the MCP servers and tools you list, and asks or refuses for the rest',
  about:
    "A server's name is known where the agent reports it; a tool without one matches only patterns without a server. Where an agent gives one name for both (`mcp__github__evil__run`) and it can be split in several ways, it passes only when every way is listed, or when `tools` has that whole name. Arguments are not looked at.",
  parameters,
  hooks(settings) {
    const whole = (list: readonly string[]) => globs(list.map((one) => `/${one}`))
    const [servers, tools, denied] = [whole(settings.servers), whole(settings.tools), whole(settings.deny)]
    return [
      packHook('beforeMCPExecution', { name: 'calls', failClosed: true, pure: true }, (input) => {
        const calls = callsOf(input)
        const shown = calls.length === 1 ? calls[0]?.names.at(-1) : input.mcp_full_name
        const forbidden = calls.flatMap(({ names }) => names.map(denied)).find((one) => one !== undefined)
        if (forbidden !== undefined)
          return refused({
            rule: 'mcp-allowlist/deny',
            reason: `${shown} may not be called here (${forbidden.slice(1)}).`,
            instead: 'Use another tool.',
          })
        const isListed = ({ server, names }: McpCall) =>
          (server !== '' && servers(server) !== undefined) || names.some((name) => tools(name) !== undefined)
        if (calls.every(isListed) || tools(String(input.mcp_full_name)) !== undefined) return undefined
        return judged(settings.default, {
          rule: 'mcp-allowlist/unlisted',
          reason: `${shown} is on no list.`,
          instead: 'Use a tool that is listed, or ask the person.',
          cure: `to list it: hookline add mcp-allowlist --set tools+=${shown}`,
        })
      }),
    ]
  },
  canaries: ({ default: rest, servers, tools, deny }) => [
    ...(servers.length + tools.length + deny.length === 0 || rest !== 'allow'
      ? [mcpCanary(rest, 'hookline-canary', 'unlisted', 'a tool that is on no list')]
      : []),
    ...servers
      .filter(isPlain)
      .slice(0, 1)
      .map((server) => mcpCanary('allow', server, 'any')),
  ],
})

interface McpCall {
  readonly server: string
  /** As the lists may name it. */
  readonly names: readonly string[]
}

/**
 * What a call may be: where the agent gives one name for server and tool (`mcp__github__evil__run`) it may be split in several
 * ways. It is listed when every way is, and forbidden when one is.
 */
function callsOf(input: {
  readonly tool_name: string
  readonly mcp_server_name?: string | null | undefined
  readonly mcp_full_name?: string | null | undefined
}): readonly McpCall[] {
  const callOf = (server: string, tool: string): McpCall => ({
    server,
    names: server === '' ? [tool] : [tool, `${server}/${tool}`],
  })
  const tool = input.tool_name.replace(/^MCP:/, '')
  const splits = mcpSplits(input.mcp_full_name ?? tool)
  return splits.length === 0
    ? [callOf(input.mcp_server_name ?? '', tool)]
    : splits.map((split) => callOf(split.server, split.tool))
}

const isPlain = (name: string): boolean => !/[*?[{]/.test(name)
