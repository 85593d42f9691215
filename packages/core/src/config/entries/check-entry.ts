/** Reports parts of an entry that have no effect: names of other agents, misspelled keys, keys of another file. */

import { foreignTools, ownTools } from '../../agents/foreign.ts'
import { usualAgent } from '../../agents/list.ts'
import { describeSuggestion, suggestKey } from '../../agents/suggest.ts'
import { commandLine } from '../../command-line.ts'
import type { Entry } from '../../flow.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { type EntryKey, entryKeyRows, isEntryKey, typeOfKey } from '../../protocol/hooks-file.ts'
import type { ProblemCode } from '../../protocol/problem-levels.ts'
import type { At, ObjectNode } from '../jsonc.ts'
import { type Reader, severityOfUnknown } from '../reader.ts'

export const isReadHere = (key: string, { info }: Reader): boolean =>
  isEntryKey(key) && (info.own || entryKeyRows[key].readIn === 'both')

/** Checks only events whose matcher is tested against the name of a tool. */
export function checkTools(matcher: string, event: EventName, at: At, reader: Reader): void {
  if (eventRows[event].input.tool_input?.type.kind !== 'object') return
  for (const word of matcher.replace(/[\^$()]|\?:/g, '').split('|')) {
    const known = ownTools.has(word) ? undefined : foreignTools().get(word)
    const server = /^mcp__.+__(.+)$/.exec(word)
    if (known?.ours !== undefined)
      reader.report(
        'foreign-tool',
        at,
        `"${word}" is a tool of ${known.agent}, so it never matches`,
        `Write "${known.ours}".`,
      )
    else if (server !== null)
      reader.report(
        'foreign-tool',
        at,
        `"${word}" is another agent's name for an MCP tool, so it never matches`,
        `Write "MCP:${server[1]}".`,
      )
  }
}

/** Whether the usual agent reads this file too. Only Hookline reads an embedder's entries and hookline.json. */
const ignoresArguments = ({ info }: Reader): boolean => !info.own && info.source !== 'inline'

/** Without its arguments the entry is a different command, and the usual agent runs that one. */
function reportIgnoredArguments(entry: Entry, at: At, reader: Reader): void {
  const line = commandLine(entry)
  reader.report(
    'args-ignored',
    at,
    `${usualAgent.title} ignores \`args\` and runs ${JSON.stringify(entry.command ?? '')} without them; Hookline runs it with them`,
    line === undefined
      ? 'Write the whole command line in `command`.'
      : `Write "command": ${JSON.stringify(line)}, without \`args\`.`,
  )
}

const codesOfKeys: Readonly<Partial<Record<EntryKey, ProblemCode>>> = {
  warm: 'warm-ignored',
  checkedCopy: 'copy-ignored',
}

function checkTypes(node: ObjectNode, { type, broken, held }: Entry, reader: Reader): void {
  // Without what it needs, the entry has a worse problem, which may be the type.
  if (broken !== undefined || held?.why === 'invalid') return
  for (const { key, keyAt } of node.members) {
    if (!isEntryKey(key) || !isReadHere(key, reader)) continue
    const wanted = typeOfKey[key]
    if (wanted !== undefined && wanted !== type)
      reader.report(
        codesOfKeys[key] ?? 'other-type-key',
        keyAt,
        `only a hook of type "${wanted}" reads \`${key}\`, and this one has the type "${type}"`,
        `Remove \`${key}\`, or change the type.`,
      )
  }
}

/** Reports keys that have no effect. Modules and rules have keys of their own. */
export function checkKeys(node: ObjectNode, entry: Entry, reader: Reader): void {
  checkTypes(node, entry, reader)
  if (entry.type === 'module' || entry.type === 'rule') return
  for (const { key, keyAt } of node.members) {
    if (key === 'args' && ignoresArguments(reader)) reportIgnoredArguments(entry, keyAt, reader)
    if (isReadHere(key, reader)) continue
    if (isEntryKey(key)) {
      reader.report(
        'own-key',
        keyAt,
        `Hookline reads \`${key}\` only in hookline.json`,
        'Move the entry to hookline.json.',
      )
      continue
    }
    const found = suggestKey(key, Object.keys(entryKeyRows))
    const suggestion = describeSuggestion(key, found)
    if (found?.agent === undefined)
      reader.report(
        'unknown-key',
        keyAt,
        `\`${key}\` is not a key of an entry, so it has no effect`,
        suggestion || 'Remove it.',
        severityOfUnknown(suggestion),
      )
    else reader.report('foreign-key', keyAt, `\`${key}\` has no effect in this file`, suggestion)
  }
}
