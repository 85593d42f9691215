/** Operations of inline completion: its reads and edits have their own events and policies. */

import { resolve } from 'node:path'
import { blocked } from '../../tool-call/call.ts'
import { type Conversation, waitForStart } from './conversation.ts'
import { recordChange } from './edit-file.ts'
import { asObject, toolFailed } from './perform.ts'
import { resolveLinks } from './resolve-links.ts'
import { readExact, readText, writeText } from './text-file.ts'
import type { HostSession, TabEdit } from './types.ts'

export const createTab = (conversation: Conversation): HostSession['tab'] => ({
  async read(path) {
    await waitForStart(conversation)
    const file_path = resolveLinks(resolve(conversation.cwd, path), conversation.host.hooks.roots)
    const content = orThrowToolFailed(() => readText(file_path))
    const effect = await conversation.fire('beforeTabFileRead', { file_path, content })
    if (effect.kind !== 'proceed') throw blocked(effect)
    return { content: String(asObject(effect.input).content) }
  },
  async edit(path, { range, text }) {
    await waitForStart(conversation)
    const file_path = resolveLinks(resolve(conversation.cwd, path), conversation.host.hooks.roots)
    const edit = orThrowToolFailed(() => {
      const made = replaceRange(readExact(file_path), range, text)
      writeText(file_path, made.text)
      recordChange(conversation, file_path)
      return made.edit
    })
    void conversation.follow('afterTabFileEdit', { file_path, edits: [edit] })
    return edit
  },
})

function orThrowToolFailed<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw toolFailed(error, error instanceof Error ? error.message : String(error))
  }
}

/** Lines and columns count from 1, and the end is exclusive. `old_line` and `new_line` are the whole lines of the range. */
function replaceRange(
  before: string,
  range: TabEdit['range'],
  text: string,
): { readonly text: string; readonly edit: TabEdit } {
  const from = offsetAt(before, range.start_line_number, range.start_column)
  const to = offsetAt(before, range.end_line_number, range.end_column)
  if (from > to) throw new RangeError('the range ends before it begins')
  const first = before.lastIndexOf('\n', from - 1) + 1
  const newline = before.indexOf('\n', to)
  const last = newline === -1 ? before.length : newline
  return {
    text: before.slice(0, from) + text + before.slice(to),
    edit: {
      old_string: before.slice(from, to),
      new_string: text,
      range,
      old_line: before.slice(first, last),
      new_line: before.slice(first, from) + text + before.slice(to, last),
    },
  }
}

function offsetAt(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start)
    if (next === -1) throw new RangeError(`the range uses line ${line}, but the file has ${at} lines`)
    start = next + 1
  }
  const newline = text.indexOf('\n', start)
  const length = (newline === -1 ? text.length : newline) - start
  if (!Number.isInteger(line) || line < 1 || !Number.isInteger(column) || column < 1 || column > length + 1)
    throw new RangeError(`the range uses column ${column} of line ${line}, but that line has ${length} characters`)
  return start + column - 1
}
