/** Says why a hook has not run although events came: its matcher matched none of them. */
import { createMatchers } from '@hookline/core'
import { matchesNames } from '@hookline/core/agents'
import { dialects } from '@hookline/core/dialects'
import { type Entry, logDirectory, nearest, openLog } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { sameName } from '../same-name.ts'
import { counted } from '../text/entry-text.ts'
import { readUnmatched, type UnmatchedCounts } from '../unmatched.ts'
import { testedAgainst } from './tested.ts'

/** Searches only the newest records for a run of the hook. */
const NEWEST = 200
const MOST_WORDS = 3

const matchers = createMatchers()

/** The sentences for the hooks of a workspace, by entry id: only for hooks that have not run lately. */
export async function describeAllUnmatched(
  entries: readonly Entry[],
  root: string,
): Promise<ReadonlyMap<string, string>> {
  const counts = readUnmatched(root)
  const found = new Map<string, string>()
  for (const event of counts.keys()) {
    const candidates = entries.filter((entry) => entry.event === event && entry.matcher !== undefined)
    if (candidates.length === 0) continue
    const ran = await findRun(event, root)
    for (const entry of candidates) {
      const text = ran.has(entry.id) ? undefined : await describeUnmatched(entry, counts)
      if (text !== undefined) found.set(entry.id, text)
    }
  }
  return found
}

async function findRun(event: Entry['event'], root: string): Promise<ReadonlySet<string>> {
  try {
    const where = (record: { readonly root?: string }) => record.root === root
    const { records } = await openLog(logDirectory()).query({ event, limit: NEWEST, where })
    return new Set(records.flatMap(({ runs }) => runs.map(({ entry }) => entry.id)))
  } catch {
    return new Set() // An unreadable log must not hide the list.
  }
}

/** `12 tool calls came (Write); "Writ" matched none. Did you mean "Write"?` Undefined if the matcher would match one of them now. */
async function describeUnmatched(entry: Entry, counts: UnmatchedCounts): Promise<string | undefined> {
  const { matcher, event } = entry
  const words = [...(counts.get(event) ?? [])].toSorted(([, a], [, b]) => b - a)
  if (matcher === undefined || words.length === 0) return undefined
  await matchers.prepare([matcher])
  if (words.some(([word]) => word !== '' && matchesWord(entry, matcher, word))) return undefined
  const total = words.reduce((sum, [, count]) => sum + count, 0)
  const named = words.flatMap(([word]) => namesOf(entry, matcher, word).slice(0, 1))
  const isTool = eventRows[event].input.tool_input?.type.kind === 'object'
  const shown =
    named.length === 0 ? '' : ` (${named.slice(0, MOST_WORDS).join(', ')}${named.length > MOST_WORDS ? ', …' : ''})`
  const question = askForNames(matcher, named)
  return `${counted(total, isTool ? 'tool call' : 'event')} came${shown}; ${JSON.stringify(matcher)} matched none.${question === undefined ? '' : ` ${question}`}`
}

/** Asks whether another matcher was meant: one of these names in another spelling, or a list with another separator. */
export function askForNames(matcher: string, named: readonly string[]): string | undefined {
  const bare = matcher.replaceAll(/\\[bB]|[\^$()]|\?:|\.[*+]/g, '').trim()
  const isList = /^[\w:|.-]+(?:[,;/&+\s]+[\w:|.-]+)+$/.test(bare)
  const words = (isList ? bare.split(/[,;/&+\s|]+/) : bare.split('|')).filter((word) => word !== '')
  const meant = words.map((word) => (named.includes(word) ? word : meantName(word, named)))
  const question = `Did you mean ${JSON.stringify(words.map((word, at) => meant[at] ?? word).join('|'))}?`
  if (isList) return meant.some((one) => one !== undefined) ? question : undefined
  const near = meant.find((one, at) => one !== undefined && one !== words[at])
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`
}

/** Agents name the tool of a server in different ways: `MCP:search`, `mcp__docs__search`. */
function meantName(word: string, named: readonly string[]): string | undefined {
  const toolOf = (name: string) => (/^mcp/i.test(name) ? name.split(/__|[:.]/).at(-1) : undefined)
  const tool = toolOf(word)
  const sameTool = tool === undefined ? [] : named.filter((name) => toolOf(name)?.toLowerCase() === tool.toLowerCase())
  return sameName(word, named) ?? sameTool[0] ?? nearest(word, named)
}

/** What the matcher is compared with, in the words of the agent that the entry is written for. */
function namesOf(entry: Entry, matcher: string, word: string): readonly string[] {
  if (word === '') return []
  try {
    const isTool = eventRows[entry.event].input.tool_input?.type.kind === 'object'
    const field = isTool ? 'tool_name' : (/^`(\w+)`$/.exec(eventRows[entry.event].subjectDoc)?.[1] ?? '')
    return testedAgainst({ ...entry, matcher }, entry.event, { [field]: word, tool_input: {} }) ?? []
  } catch {
    return [word]
  }
}

function matchesWord(entry: Entry, matcher: string, word: string): boolean {
  const names = namesOf(entry, matcher, word)
  return matchesNames(dialects[entry.dialect], entry.event, matcher, names, matchers.matches)
}
