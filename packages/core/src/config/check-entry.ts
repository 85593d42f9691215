/** What in an entry reads well and has no effect here: names of other agents, near-misses, keys for another file. */

import { foreignTools, ownTools } from '../agents/foreign.ts'
import { usualAgent } from '../agents/list.ts'
import { describeSuggestion, suggestKey } from '../agents/suggest.ts'
import { commandLine } from '../command-line.ts'
import type { Entry } from '../flow.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { entryKeyRows, isEntryKey } from '../protocol/hooks-file.ts'
import type { At, ObjectNode } from './jsonc.ts'
import type { Reader } from './reader.ts'

export const isReadHere = (key: string, { place }: Reader): boolean =>
  isEntryKey(key) && (place.own || entryKeyRows[key].readIn === 'both')

/** Only where the matcher is tested against the name of a tool of the agent's. */
export function checkTools(matcher: string, event: EventName, at: At, reader: Reader): void {
  if (eventRows[event].input.tool_input?.type.kind !== 'object') return
  for (const word of matcher.replace(/[\^$()]|\?:/g, '').split('|')) {
    const known = ownTools.has(word) ? undefined : foreignTools.get(word)
    const server = /^mcp__.+__(.+)$/.exec(word)
    if (known?.ours !== undefined)
      reader.report(
        'foreign-tool',
        at,
        `"${word}" is a tool of ${known.agent}; it never matches here`,
        `Write "${known.ours}".`,
      )
    else if (server !== null)
      reader.report('foreign-tool', at, `"${word}" is how other agents write an MCP tool`, `Write "MCP:${server[1]}".`)
  }
}

/** Only files that the usual agent reads too; an embedder's own entries and hookline.json are ours alone. */
const ignoresArguments = ({ place }: Reader): boolean => !place.own && place.source !== 'inline'

/** Without its arguments the entry is another command, and the usual agent runs that one. */
function reportIgnoredArguments(entry: Entry, at: At, reader: Reader): void {
  const line = commandLine(entry)
  reader.report(
    'args-ignored',
    at,
    `${usualAgent.title} ignores \`args\` and runs ${JSON.stringify(entry.command ?? '')} alone; Hookline runs it with them`,
    line === undefined
      ? 'Write the whole command line in `command`.'
      : `Write "command": ${JSON.stringify(line)}, without \`args\`.`,
  )
}

/** Names the keys that have no effect. Modules and rules bring keys of their own. */
export function checkKeys(node: ObjectNode, entry: Entry, reader: Reader): void {
  if (entry.type === 'module' || entry.type === 'rule') return
  for (const { key, keyAt } of node.members) {
    if (key === 'args' && ignoresArguments(reader)) reportIgnoredArguments(entry, keyAt, reader)
    if (isReadHere(key, reader)) continue
    if (isEntryKey(key)) {
      reader.report('own-key', keyAt, `\`${key}\` is read in hookline.json only`, 'Move the entry to hookline.json.')
      continue
    }
    const found = suggestKey(key, Object.keys(entryKeyRows))
    const words = describeSuggestion(key, found)
    if (found?.agent === undefined)
      reader.report(
        'unknown-key',
        keyAt,
        `\`${key}\` is not a key of an entry; it has no effect`,
        words || 'Remove it.',
      )
    else reader.report('foreign-key', keyAt, `\`${key}\` has no effect here`, words)
  }
}
