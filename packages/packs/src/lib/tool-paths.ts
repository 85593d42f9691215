/** Finds the files that a tool's input names, in any field. Pure. */

import type { JsonObject } from '@hookline/core/protocol'
import { everyLine, wholeProject } from './touched-files.ts'

const named = /(path|file|filename|target|source|destination|dest|dir|directory|uri|url|notebook|from|to|src|dst)s?$/i
/** Files inside the text of a patch. */
const inPatch =
  /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |(?:rename|copy) (?:from|to) |diff --git [^\t\n]+ (?:b\/)?|(?:\+\+\+|---) (?:[ab]\/)?)([^\t\n]+)/gm

/** Tools that change no file. */
const looking = /^(Read|Grep|LS|Glob|Shell|Bash|Task|WebFetch|WebSearch|SemanticSearch|ReadLints|TodoWrite)$/
/** A matcher for every tool that may read or change a file, so that a hook that checks both does not run for the others. */
export const mayUseFiles = '^(?!(?:Shell|Bash|Task|WebFetch|WebSearch|TodoWrite)$)'
const changing =
  /(write|edit|create|delete|remove|move|rename|patch|replace|update|insert|append|copy|save|put|set|upload|apply|modify|touch|link)/i

/** An MCP tool is judged by its name; any other tool that is not known as read-only may write. */
export const mayChange = (tool: string): boolean =>
  /^(MCP:|mcp__)/.test(tool) ? changing.test(tool.replace(/^(MCP:|mcp__)/, '')) : !looking.test(tool)

export function pathsIn(input: unknown, field = '', depth = 0): readonly string[] {
  if (typeof input === 'string') return [...(named.test(field) ? [bare(input)] : []), ...ofPatch(input)]
  if (typeof input !== 'object' || input === null || depth > 6) return []
  // The members of a list take the field name of the list.
  const entries = Array.isArray(input) ? input.map((one) => [field, one] as const) : Object.entries(input)
  return entries.flatMap(([name, value]) => pathsIn(value, name, depth + 1))
}

/** Names of tools that open files, as opposed to tools that only list names. */
const opening = /(read|grep|search|view|open|cat|get|fetch|content|load|show|query|notebook|rg|scan)/i
const listing = /^(glob\w*|ls|tree|file_?search|find_?files?|search_files|list\w*|get_file_info|directory_tree)$/i
const neitherTools = 'Shell|Bash|Task|WebFetch|WebSearch|TodoWrite|TodoRead|web_search|web_fetch'
const neither = new RegExp(`^(${neitherTools})$`)
/** A matcher for every tool that may open a file, so that a hook that checks this does not run for the others. */
export const opensPerhaps = `^(?!(?:${neitherTools})$)`

export function mayOpen(tool: string): boolean {
  const own = tool.replace(/^(MCP:|mcp__)/, '').replace(/^.*(__|[:/.])/, '')
  return !neither.test(tool) && !listing.test(own) && opening.test(own)
}

/** Fields with wildcards that select the files of a search. */
const selecting = /^-{0,2}(g|globs?|includes?|(include|file)[_-]?(patterns?|globs?|mask|filter)|filter|filePattern)$/i

export function selectsIn(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  return Object.entries(input).flatMap(([name, value]) =>
    selecting.test(name)
      ? (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === 'string' ? splitGlobs(one) : []))
      : [],
  )
}

/** Splits a list at white space and commas, except inside braces: `*.{a,b},*.c` has two parts. */
export function splitGlobs(list: string): readonly string[] {
  const found: string[] = []
  let [end, insideBraces] = [list.length, false]
  // Goes from right to left: the next brace after a comma shows whether the comma is inside braces.
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

/** True for a search that prints every line of every file in the project. */
export function searchesAll(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false
  // The check above leaves only objects.
  const { pattern, query, path, output_mode } = input as JsonObject
  const text = pattern ?? query
  return (
    typeof text === 'string' &&
    everyLine.test(text) &&
    (path === undefined || (typeof path === 'string' && wholeProject.test(path))) &&
    (output_mode === undefined || output_mode === 'content')
  )
}

const ofPatch = (text: string): readonly string[] =>
  /^(\*\*\* |diff --git |--- |Index: )/m.test(text) &&
  /^(\*\*\* (Add|Update|Delete|Begin)|\+\+\+ |@@ |(rename|copy) |(old|new|deleted) (file )?mode )/m.test(text)
    ? [...text.matchAll(inPatch)].map((found) => (found[1] ?? '').trim())
    : []
const bare = (path: string): string => path.replace(/^file:\/\/(localhost)?/, '')
