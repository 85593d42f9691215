/** Which files a tool's input names, whatever the tool calls the field. Pure. */

const named = /(path|file|filename|target|source|destination|dest|dir|directory|uri|url|notebook|from|to|src|dst)s?$/i
/** Files inside the text of a patch. */
const inPatch = /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |(?:\+\+\+|---) (?:[ab]\/)?)([^\t\n]+)/gm

/** Tools that change nothing, whatever they are handed. */
const lookingTools = 'Read|Grep|LS|Glob|Shell|Bash|Task|WebFetch|WebSearch|SemanticSearch|ReadLints|TodoWrite'
const looking = new RegExp(`^(${lookingTools})$`)
/** A matcher for every other tool: a hook that only minds changes is not started for these. */
export const notLooking = `^(?!(?:${lookingTools})$)`
const changing =
  /(write|edit|create|delete|remove|move|rename|patch|replace|update|insert|append|copy|save|put|set|upload|apply|modify|touch|link)/i

/** A tool of a server is taken at its name; any other that is not known to look may write. */
export const mayChange = (tool: string): boolean =>
  /^(MCP:|mcp__)/.test(tool) ? changing.test(tool.replace(/^(MCP:|mcp__)/, '')) : !looking.test(tool)

export function pathsIn(input: unknown, field = '', depth = 0): readonly string[] {
  if (typeof input === 'string') return [...(named.test(field) ? [bare(input)] : []), ...ofPatch(input)]
  if (typeof input !== 'object' || input === null || depth > 6) return []
  // The members of a list are what the list is called.
  const entries = Array.isArray(input) ? input.map((one) => [field, one] as const) : Object.entries(input)
  return entries.flatMap(([name, value]) => pathsIn(value, name, depth + 1))
}

const ofPatch = (text: string): readonly string[] =>
  /^(\*\*\* |diff --git |--- |Index: )/m.test(text) && /^(\*\*\* (Add|Update|Delete|Begin)|\+\+\+ |@@ )/m.test(text)
    ? [...text.matchAll(inPatch)].map((found) => (found[1] ?? '').trim())
    : []
const bare = (path: string): string => path.replace(/^file:\/\/(localhost)?/, '')
