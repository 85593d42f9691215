/** Which MCP servers and tools an agent may call. */
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
    "A server's name is known where the agent reports it; a tool without one matches only patterns without a server. Arguments are not looked at.",
  parameters,
  hooks(settings) {
    const whole = (list: readonly string[]) => globs(list.map((one) => `/${one}`))
    const [servers, tools, denied] = [whole(settings.servers), whole(settings.tools), whole(settings.deny)]
    return [
      packHook('beforeMCPExecution', { name: 'calls', failClosed: true, pure: true }, (input) => {
        const tool = input.tool_name.replace(/^MCP:/, '')
        const server = input.mcp_server_name ?? ''
        const names = [tool, `${server}/${tool}`]
        const shown = server === '' ? tool : `${server}/${tool}`
        const forbidden = names.map(denied).find((one) => one !== undefined)
        if (forbidden !== undefined)
          return refused({
            rule: 'mcp-allowlist/deny',
            reason: `${shown} may not be called here (${forbidden.slice(1)}).`,
            instead: 'Use another tool.',
          })
        if ((server !== '' && servers(server) !== undefined) || names.some((name) => tools(name) !== undefined))
          return undefined
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

const isPlain = (name: string): boolean => !/[*?[{]/.test(name)
