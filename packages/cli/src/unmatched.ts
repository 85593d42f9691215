/**
 * Counts the events for which hooks are configured and no matcher matched. The log has no record of them, so a misspelled matcher
 * would leave no trace. Only the event, the name of the tool and a hash of the workspace are kept.
 */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openToAppend, readRegularText } from '@hookline/core/files'
import { type Effect, logDirectory, makeDirectory } from '@hookline/core/node'
import { type EventName, eventRows, isEventName, type JsonObject } from '@hookline/core/protocol'

/** How often each value came that a matcher is compared with; '' where that would be text of the payload. */
export type UnmatchedCounts = ReadonlyMap<EventName, ReadonlyMap<string, number>>

/** About 1,500 events. The file before is kept too. */
const MAX_BYTES = 64 * 1024
const unmatchedFile = (): string => join(dirname(logDirectory()), 'unmatched.jsonl')
const hashOf = (root: string): string => createHash('sha256').update(root).digest('hex').slice(0, 8)

/** Never throws: a count that cannot be kept must not change a decision. */
export function noteUnmatched({ event, plan, input }: Effect, roots: readonly string[]): void {
  if (plan.entries.length > 0 || plan.background !== undefined || !plan.skipped.some(({ why }) => why === 'matcher'))
    return
  try {
    append(`${JSON.stringify([event, comparedWord(event, input), hashOf(roots[0] ?? '')])}\n`)
  } catch {
    // A full or read-only disk.
  }
}

function append(line: string): void {
  const file = unmatchedFile()
  let descriptor: number
  try {
    descriptor = openToAppend(file)
  } catch {
    makeDirectory(dirname(file))
    descriptor = openToAppend(file)
  }
  try {
    if (fstatSync(descriptor).size > MAX_BYTES) renameSync(file, `${file}.old`)
    writeSync(descriptor, line)
  } finally {
    closeSync(descriptor)
  }
}

/** The name of the tool, or a word of a closed list. A command, a path or a prompt is text of the payload. */
function comparedWord(event: EventName, input: JsonObject): string {
  const row = eventRows[event]
  const field = row.input.tool_input?.type.kind === 'object' ? 'tool_name' : /^`(\w+)`$/.exec(row.subjectDoc)?.[1]
  if (field === undefined || (field !== 'tool_name' && row.input[field]?.type.kind !== 'oneOf')) return ''
  const word = input[field]
  return typeof word === 'string' && /^[\w:.-]{1,64}$/.test(word) ? word : ''
}

/** The counts of a workspace. */
export function readUnmatched(root: string): UnmatchedCounts {
  const counts = new Map<EventName, Map<string, number>>()
  const here = hashOf(root)
  for (const file of [`${unmatchedFile()}.old`, unmatchedFile()])
    for (const line of (readRegularText(file) ?? '').split('\n')) {
      const [event, word, where] = readLine(line)
      if (typeof event !== 'string' || !isEventName(event) || typeof word !== 'string' || where !== here) continue
      const words = counts.get(event) ?? new Map<string, number>()
      counts.set(event, words.set(word, (words.get(word) ?? 0) + 1))
    }
  return counts
}

function readLine(line: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) ? value : []
  } catch {
    return [] // A line that was cut off.
  }
}
