/** Operation: write a file, whole or by replacements. */

import { resolve } from 'node:path'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { Conversation } from './conversation.ts'
import { combineSignals, createToolCall, perform, pickContext, readString } from './perform.ts'
import { assertSameTarget, resolveLinks } from './resolve-links.ts'
import { readBytes, readExact, writeText } from './text-file.ts'
import type { AddedContext, CallOptions, Edit } from './types.ts'

export type Change = { readonly content: string } | { readonly edits: readonly Edit[] }

export async function editFile(
  conversation: Conversation,
  path: string,
  change: Change,
  options: CallOptions = {},
): Promise<{ readonly edits: readonly Edit[] } & AddedContext> {
  const { cwd, host: rim } = conversation
  const tool_input = { file_path: resolveLinks(resolve(cwd, path), rim.hooks.roots), ...change }
  const read = 'edits' in change ? readGate(conversation, tool_input) : undefined
  const made = {
    ...createToolCall(conversation, 'Write', tool_input, options),
    ...(read === undefined ? {} : { gate: read.gate }),
    act: (input: JsonObject) =>
      read === undefined
        ? write(conversation, input.tool_input as JsonObject)
        : write(conversation, read.toolInput(), String(input.content)),
    follows: {
      output: (result: unknown) => JSON.stringify({ file_path: (result as Written).file_path }),
      after: { event: 'afterFileEdit', fields: (_input: JsonObject, result: unknown) => ({ ...(result as Written) }) },
    },
  }
  const done = await perform<Written>(conversation, made, combineSignals(conversation, options.signal))
  return { edits: done.result.edits, ...pickContext(done) }
}

/**
 * That a text is there is told by an edit of it, so a replacement passes the gate of reads first: else it were the way round it.
 * What the gate shows of the file is what can be replaced.
 */
function readGate(conversation: Conversation, given: JsonObject) {
  const { common, cwd, host: rim } = conversation
  let final = given
  return {
    toolInput: () => final,
    gate: {
      event: 'beforeReadFile' as const,
      input(rewritten: JsonObject | undefined): JsonObject {
        final = rewritten ?? given
        const file_path = resolveLinks(resolve(cwd, readString(final, 'file_path', 'Write')), rim.hooks.roots)
        return { ...common, file_path, content: readExact(file_path), attachments: [] }
      },
    },
  }
}

interface Written {
  readonly file_path: string
  readonly edits: readonly Edit[]
}

/** Without a pause between reading and writing, so that two edits of one file at once both count. */
function write(conversation: Conversation, input: JsonObject, seen?: string): Written {
  const { cwd, host: rim } = conversation
  const file_path = assertSameTarget(resolve(cwd, readString(input, 'file_path', 'Write')), rim.hooks.roots)
  const change = changeOf(input)
  if (seen !== undefined && 'edits' in change) applyEdits(seen, change.edits, file_path)
  const before = 'edits' in change ? readExact(file_path) : textBefore(file_path)
  const after = 'edits' in change ? applyEdits(before, change.edits, file_path) : change.content
  writeText(file_path, after)
  recordChange(conversation, file_path)
  return { file_path, edits: 'edits' in change ? change.edits : [{ old_string: before, new_string: after }] }
}

/** A subagent's changes are its parent's too. */
export function recordChange(conversation: Conversation, path: string): void {
  conversation.modified.add(path)
  conversation.changes++
  if (conversation.parent !== undefined) recordChange(conversation.parent, path)
}

/** As the hooks left it. */
function changeOf(input: JsonObject): Change {
  if (typeof input.content === 'string') return { content: input.content }
  const { edits } = input
  if (Array.isArray(edits) && edits.length > 0 && edits.every(isEdit)) return { edits }
  throw new TypeError('Write cannot run: its input needs content (a text) or edits ({ old_string, new_string })')
}
const isEdit = (value: unknown): value is Edit =>
  isObject(value) && typeof value.old_string === 'string' && typeof value.new_string === 'string'

/** For those who look at the edit; a file that is new, or no text, was empty to them. */
function textBefore(path: string): string {
  try {
    return readBytes(path).toString('utf8')
  } catch {
    return ''
  }
}

/** One after the other, each in exactly one place of the text as it then is. */
function applyEdits(text: string, edits: readonly Edit[], path: string): string {
  return edits.reduce((current, { old_string, new_string }, at) => {
    const place = old_string === '' ? -1 : current.indexOf(old_string)
    const which = `edit ${at + 1} of ${edits.length} of ${path}`
    if (old_string === '')
      throw new Error(`${which}: old_string is empty; give the text to replace, or the whole content`)
    if (place === -1) throw new Error(`${which}: old_string is not in the file`)
    if (current.indexOf(old_string, place + 1) !== -1)
      throw new Error(`${which}: old_string is there more than once; give more of the text around it`)
    return current.slice(0, place) + new_string + current.slice(place + old_string.length)
  }, text)
}
