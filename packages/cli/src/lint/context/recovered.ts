/** Entries of a file that the reader could not use: their scripts are read too, so that one run of `check` names everything. */

import { dirname } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import { type Entry, type EventName, suggestEvent } from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import { readCommandLine } from '../commands/command-line.ts'
import type { CommandText, EntryContext, FileContext } from './context.ts'
import { escaped } from './document.ts'
import { entryContext } from './make-context.ts'

/** Faults for which the reader leaves entries out. */
const losing =
  /^(syntax|too-deep|not-an-object|not-a-list|not-an-entry|missing-command|missing-hooks|unknown-event|foreign-event|wrong-type|unknown-key|duplicate-key|comments-in-json)$/

const commands = /["']?\bcommand["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/g
/** A key whose value is a list, an object or a text: an event, if it is one. */
const keys = /["']?\b([A-Za-z]\w+)["']?\s*:\s*(?=[[{"'])/g

/** The contexts of the commands that stand in the file's text and in none of its entries. */
export function recoveredEntries(file: FileContext): readonly EntryContext[] {
  const lost = file.problems.filter(({ severity, code }) => severity !== 'note' && losing.test(code))
  if (lost.length === 0) return []
  const { text } = file.document
  const known = new Set(file.entries.map(({ value }) => value('command')?.offset))
  return [...text.matchAll(commands)].flatMap((found): readonly EntryContext[] => {
    const start = found.index + found[0].search(/["'](?:[^"']|\\.)*["']?$|["'][^:]*$/)
    const offset = text.indexOf(found[1] ?? found[2] ?? '', found.index + found[0].indexOf(':')) - 1
    if (known.has(offset) || known.has(start)) return []
    const event = eventBefore(text, found.index)
    const line = file.document.at(found.index).line
    const after = text.slice(found.index + found[0].length)
    const isWhole = /^\s*(?:[,}\]]|\n|$)/.test(after)
    const isBroken = !isWhole && lost.some((problem) => problem.code === 'syntax' && problem.line === line)
    const command = isBroken ? restOfLine(text, offset) : unescaped(found[1] ?? found[2] ?? '')
    return event === undefined || command.trim() === '' ? [] : [contextOf(file, event, command, offset)]
  })
}

/** The event under whose key a place stands, in whatever spelling. */
function eventBefore(text: string, place: number): EventName | undefined {
  const names = [...text.slice(0, place).matchAll(keys)].map(([, name = '']) => name)
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

const unescaped = (text: string): string =>
  text
    .replace(/\\(["'\\/])/g, '$1')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')

/** A text whose quotation marks are broken ends with the line. */
function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  const line = text.slice(offset + 1, end < 0 ? text.length : end)
  return unescaped(line.replace(/["'\s,}\]]*$/, ''))
}

function contextOf(file: FileContext, event: EventName, command: string, offset: number): EntryContext {
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
    line: readCommandLine(command, file.facts.system === 'win32' ? 'stays' : 'escapes'),
    at: () => document.at(offset),
    edit: (_start, _end, changed) => ({ offset, length: 0, text: escaped(changed) }),
  }
  return entryContext(entry, file, () => text)
}
