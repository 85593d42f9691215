/** `mcp__server__tool` → every server and tool that it may mean: either name may hold two underscores itself. Pure. */
export interface McpSplit {
  readonly server: string
  readonly tool: string
}

const BEGINS = 'mcp__'
const BETWEEN = '__'

/** The shortest server first; none where it is no such name. */
export function mcpSplits(name: string): readonly McpSplit[] {
  if (!name.startsWith(BEGINS)) return []
  const rest = name.slice(BEGINS.length)
  const splits: McpSplit[] = []
  for (let at = rest.indexOf(BETWEEN, 1); at > 0; at = rest.indexOf(BETWEEN, at + 1)) {
    const tool = rest.slice(at + BETWEEN.length)
    if (tool !== '') splits.push({ server: rest.slice(0, at), tool })
  }
  return splits
}
