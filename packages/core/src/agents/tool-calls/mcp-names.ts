/** How agents write the names of MCP tools. Hookline's identity of such a tool is its server, if known, and its name there. */

import { mcpSplits } from '../../protocol/mcp-names.ts'
import type { JsonObject } from '../../schema.ts'

export interface McpNames {
  /** Undefined: the call is not one of an MCP tool. */
  read(name: string, payload: JsonObject): McpTool | undefined
  write(server: string, tool: string): string
  /** The names against which a matcher is tested. An unknown server matches any. */
  names(server: string | undefined, tool: string, matcher: string): readonly string[]
}

interface McpTool {
  readonly server?: string
  readonly tool: string
  /** The name can be split in one way only. */
  readonly isCertain: boolean
}

const segment = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '_')
const write = (server: string, tool: string) => `mcp__${segment(server)}__${segment(tool)}`

/** `mcp__server__tool`, as Claude Code writes it. A name with several splits is split at the first. */
export const underscoreNames: McpNames = {
  read(name) {
    const [first, ...others] = mcpSplits(name)
    return first === undefined ? undefined : { ...first, isCertain: others.length === 0 }
  },
  write,
  names: (server, tool, matcher) =>
    (server === undefined ? serversIn(matcher) : [server]).map((name) => write(name, tool)),
}

/**
 * `server` and `tool` with a separator that either may contain. `isOwn`: the agent's own tools. The name of a known server is
 * split behind it, and any other name at the first separator.
 */
export const separatedNames = (
  separator: string,
  isOwn: (name: string) => boolean,
  knownServers: readonly string[] = [],
): McpNames => ({
  read(name) {
    if (isOwn(name)) return undefined
    const known = knownServers.find((server) => name.startsWith(server + separator))
    const at = known?.length ?? name.indexOf(separator, 1)
    const tool = name.slice(at + 1)
    if (at < 1 || tool === '') return undefined
    return { server: name.slice(0, at), tool, isCertain: known !== undefined || !tool.includes(separator) }
  },
  write: (server, tool) => server + separator + tool,
  names: (server = ANY, tool) => [server + separator + tool],
})

const ANY = 'server'

/**
 * The servers that a matcher could mean, because an unknown server matches any: the words in the position of the server
 * (between `mcp__` and the next `__`), alone and as part of a longer name, and a name that the matcher cannot contain.
 */
function serversIn(matcher: string): readonly string[] {
  const named = matcher.split('mcp__').slice(1).flatMap(serverWords)
  return [...new Set([ANY, ...named.slice(0, 50).flatMap((word) => [word, word + ANY, ANY + word])])]
}

function serverWords(rest: string): readonly string[] {
  const end = rest.indexOf('__')
  const server = end >= 0 ? rest.slice(0, end) : (/^(?:\([^)]*\)|[\w-]*)/.exec(rest)?.[0] ?? '')
  return server.match(/[\w-]+/g) ?? []
}
