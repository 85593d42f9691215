/** Restricts the MCP servers and tools that an agent may call. */
import { mcpSplits } from '@hookline/core/protocol'
import { choice, definePack, ofRule, packHook, strings } from '../define-pack.ts'
import { createGlobMatcher } from '../lib/paths.ts'
import { decide } from '../lib/reasons.ts'
import { mcpCanary } from './canary.ts'

const parameters = {
  servers: strings([], 'Servers whose tools may all be called; wildcards are allowed.'),
  tools: strings([], 'Tools that may be called, as tool or server/tool; wildcards are allowed.'),
  deny: strings([], 'Tools that may never be called, whatever the other lists say.'),
  default: choice(['ask', 'deny', 'allow'], 'ask', 'What happens to all other tools.'),
}

export const mcpAllowlist = definePack({
  name: 'mcp-allowlist',
  description: 'lets an agent call the MCP servers and tools you list, and asks or refuses for all others',
  about:
    'The name of the server is known if the agent reports it; a tool without a server matches only patterns without a server. If an agent gives one name for both (`mcp__github__evil__run`) that can be split in several ways, the call is allowed only if every way is listed, or if `tools` contains the whole name. Arguments are not checked.',
  judges: true,
  parameters,
  rules: () => ({
    deny: {
      catches: 'a tool that is listed in `deny`',
      level: 'deny',
      example: mcpCanary('deny', 'github', 'delete_repository'),
      given: { deny: ['delete_*'] },
    },
    unlisted: {
      catches: 'a tool that is not listed in `tools`, of a server that is not listed in `servers`',
      level: (settings) => settings.default,
      example: mcpCanary('ask', 'github', 'create_issue'),
    },
  }),
  hooks(settings, levels) {
    const whole = (list: readonly string[]) => createGlobMatcher(list.map((one) => `/${one}`))
    const [servers, tools, denied] = [whole(settings.servers), whole(settings.tools), whole(settings.deny)]
    return [
      packHook('beforeMCPExecution', { name: 'calls', failClosed: true, pure: true }, (input) => {
        const calls = callsOf(input)
        const shown = calls.length === 1 ? calls[0]?.names.at(-1) : input.mcp_full_name
        const forbidden = calls.flatMap(({ names }) => names.map(denied)).find((one) => one !== undefined)
        const onForbidden = levels.of('deny', 'deny')
        if (forbidden !== undefined && onForbidden !== 'allow')
          return decide(onForbidden, {
            rule: 'mcp-allowlist/deny',
            reason: `The tool ${shown} is forbidden here (${forbidden.slice(1)}).`,
            instead: 'Use another tool.',
          })
        const isListed = ({ server, names }: McpCall) =>
          (server !== '' && servers(server) !== undefined) || names.some((name) => tools(name) !== undefined)
        if (calls.every(isListed) || tools(String(input.mcp_full_name)) !== undefined) return undefined
        return decide(levels.of('unlisted', settings.default), {
          rule: 'mcp-allowlist/unlisted',
          reason: `The tool ${shown} is not on the list of allowed tools.`,
          instead: 'Use another tool, or ask the person.',
          userHint: `to allow it: hookline add mcp-allowlist --set tools+=${shown}`,
        })
      }),
    ]
  },
  canaries: ({ default: rest, servers, tools, deny }) => [
    ...(servers.length + tools.length + deny.length === 0 || rest !== 'allow'
      ? [ofRule('unlisted', mcpCanary(rest, 'hookline-canary', 'unlisted', 'a tool that is on no list'))]
      : []),
    ...servers
      .filter(isPlain)
      .slice(0, 1)
      .map((server) => mcpCanary('allow', server, 'any')),
  ],
})

interface McpCall {
  readonly server: string
  /** The names that the lists may use for it. */
  readonly names: readonly string[]
}

/**
 * The possible meanings of a call. One name for server and tool (`mcp__github__evil__run`) may be split in several ways.
 * The call is listed if every way is listed, and forbidden if one way is forbidden.
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
