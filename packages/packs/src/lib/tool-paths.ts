/** Which files a tool's input names, whatever the tool calls the field. Pure. */

import type { JsonObject } from '@hookline/core/protocol'
import { everyLine, wholePlace } from './touched.ts'

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

/** Tools that open files, by their names; those that print names alone do not. */
const opening = /(read|grep|search|view|open|cat|get|fetch|content|load|show|query|notebook|rg|scan)/i
const listing = /^(glob\w*|ls|tree|file_?search|find_?files?|search_files|list\w*|get_file_info|directory_tree)$/i
const neitherTools = 'Shell|Bash|Task|WebFetch|WebSearch|TodoWrite|TodoRead|web_search|web_fetch'
const neither = new RegExp(`^(${neitherTools})$`)
/** A matcher for every tool that may open a file: a hook that minds this is not started for the others. */
export const opensPerhaps = `^(?!(?:${neitherTools})$)`

export function mayOpen(tool: string): boolean {
  const own = tool.replace(/^(MCP:|mcp__)/, '').replace(/^.*(__|[:/.])/, '')
  return !neither.test(tool) && !listing.test(own) && opening.test(own)
}

/** Wildcards for the files that a search takes. */
const selecting = /^-{0,2}(g|globs?|includes?|(include|file)[_-]?(patterns?|globs?|mask|filter)|filter|filePattern)$/i

export function selectsIn(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  return Object.entries(input).flatMap(([name, value]) =>
    selecting.test(name)
      ? (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === 'string' ? splitGlobs(one) : []))
      : [],
  )
}

/** Splits a list at blanks and at commas, except at those inside braces: `*.{a,b},*.c` has two. */
export function splitGlobs(list: string): readonly string[] {
  const found: string[] = []
  let [end, insideBraces] = [list.length, false]
  // From the right: the brace that follows a comma tells whether it stands inside braces.
  for (let at = list.length - 1; at >= 0; at--) {
    const char = list.charAt(at)
    if (char === '}') insideBraces = true
    else if (char === '{') insideBraces = false
    else if ((char === ',' && !insideBraces) || BLANK.test(char)) {
      found.push(list.slice(at + 1, end))
      end = at
    }
  }
  return [...found, list.slice(0, end)].reverse().filter((part) => part !== '')
}
const BLANK = /\s/

/** A search that prints every line of every file here. */
export function searchesAll(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false
  const { pattern, query, path, output_mode } = input as JsonObject
  const text = pattern ?? query
  return (
    typeof text === 'string' &&
    everyLine.test(text) &&
    (path === undefined || (typeof path === 'string' && wholePlace.test(path))) &&
    (output_mode === undefined || output_mode === 'content')
  )
}

const ofPatch = (text: string): readonly string[] =>
  /^(\*\*\* |diff --git |--- |Index: )/m.test(text) && /^(\*\*\* (Add|Update|Delete|Begin)|\+\+\+ |@@ )/m.test(text)
    ? [...text.matchAll(inPatch)].map((found) => (found[1] ?? '').trim())
    : []
const bare = (path: string): string => path.replace(/^file:\/\/(localhost)?/, '')
