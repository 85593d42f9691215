/** Splits `mcp__server__tool` into every possible pair of server and tool, because either name may contain two underscores. Pure. */
export interface McpSplit {
  readonly server: string
  readonly tool: string
}

const PREFIX = 'mcp__'
const SEPARATOR = '__'

/** Returns the pair with the shortest server name first, and an empty list for a name of another form. */
export function mcpSplits(name: string): readonly McpSplit[] {
  if (!name.startsWith(PREFIX)) return []
  const rest = name.slice(PREFIX.length)
  const splits: McpSplit[] = []
  for (let at = rest.indexOf(SEPARATOR, 1); at > 0; at = rest.indexOf(SEPARATOR, at + 1)) {
    const tool = rest.slice(at + SEPARATOR.length)
    if (tool !== '') splits.push({ server: rest.slice(0, at), tool })
  }
  return splits
}
