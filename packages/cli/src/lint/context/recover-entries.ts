/** Recovers commands from entries that the config reader had to drop, so that one run of `check` reports their scripts too. */

import { dirname } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import { type Entry, type EventName, suggestEvent } from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import { escapeJson } from '../../json-document.ts'
import { readCommandLine } from '../commands/command-line.ts'
import { backslashOf } from '../commands/shell-words.ts'
import type { CommandText, EntryContext, FileContext } from './context.ts'
import { createEntryContext } from './make-context.ts'

/** Problems for which the config reader drops entries. */
const losesEntries =
  /^(syntax|too-deep|not-an-object|not-a-list|not-an-entry|missing-command|missing-hooks|unknown-event|foreign-event|wrong-type|unknown-key|duplicate-key|comments-in-json)$/

const commandPattern = /["']?\bcommand["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/g
/** A key whose value is a list, an object or a string, and so may be an event. */
const keyPattern = /["']?\b([A-Za-z]\w+)["']?\s*:\s*(?=[[{"'])/g

/** Returns contexts for commands that are in the file's text but in none of its entries. */
export function recoverEntries(file: FileContext): readonly EntryContext[] {
  const lost = file.problems.filter(({ severity, code }) => severity !== 'note' && losesEntries.test(code))
  if (lost.length === 0) return []
  const { text } = file.document
  const known = new Set(file.entries.map(({ value }) => value('command')?.offset))
  return [...text.matchAll(commandPattern)].flatMap((found): readonly EntryContext[] => {
    const start = found.index + found[0].search(/["'](?:[^"']|\\.)*["']?$|["'][^:]*$/)
    const offset = text.indexOf(found[1] ?? found[2] ?? '', found.index + found[0].indexOf(':')) - 1
    if (known.has(offset) || known.has(start)) return []
    const event = eventBefore(text, found.index)
    const line = file.document.at(found.index).line
    const after = text.slice(found.index + found[0].length)
    const isWhole = /^\s*(?:[,}\]]|\n|$)/.test(after)
    const isBroken = !isWhole && lost.some((problem) => problem.code === 'syntax' && problem.line === line)
    const command = isBroken ? restOfLine(text, offset) : unescapeString(found[1] ?? found[2] ?? '')
    return event === undefined || command.trim() === '' ? [] : [createContext(file, event, command, offset)]
  })
}

/** The event whose key comes last before an offset, in any spelling. */
function eventBefore(text: string, offset: number): EventName | undefined {
  const names = [...text.slice(0, offset).matchAll(keyPattern)].map(([, name = '']) => name)
  for (const name of names.toReversed()) {
    if (isEventName(name)) return name
    if (
      /^(command|type|matcher|hooks|timeout|args|env|name|description|version|failClosed|statusMessage|if|id)$/.test(
        name,
      )
    )
      continue
    return suggestEvent(name)?.ours
  }
  return undefined
}

const unescapeString = (text: string): string =>
  text
    .replace(/\\(["'\\/])/g, '$1')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')

/** A string with a missing quotation mark ends with the line. */
function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  const line = text.slice(offset + 1, end < 0 ? text.length : end)
  return unescapeString(line.replace(/["'\s,}\]]*$/, ''))
}

function createContext(file: FileContext, event: EventName, command: string, offset: number): EntryContext {
  const { line, column } = file.document.at(offset)
  const { root, source, document, own } = file
  const cwd = root ?? dirname(document.file)
  const origin = { source, own, file: document.file, line, column, ...(root === undefined ? {} : { root }) }
  const entry: Entry = {
    id: `${source}/${event}/recovered`,
    event,
    type: 'command',
    label: command,
    command,
    timeoutMs: 0,
    loopLimit: null,
    monitor: false,
    dialect: (file.agent ?? usualAgent).name,
    cwd,
    origin,
    trust: 'untrusted',
    extra: {},
  }
  const text: CommandText = {
    text: command,
    line: readCommandLine(command, backslashOf(file.facts.system)),
    at: () => document.at(offset),
    edit: (_start, _end, changed) => ({ offset, length: 0, text: escapeJson(changed) }),
  }
  return createEntryContext(entry, file, () => text)
}
