/** Operation: write a file, as a whole or by replacements. */

import { resolve } from 'node:path'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { Conversation } from './conversation.ts'
import { asObject, combineSignals, createToolCall, perform, pickContext, readString } from './perform.ts'
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
  const { cwd, host } = conversation
  const tool_input = { file_path: resolveLinks(resolve(cwd, path), host.hooks.roots), ...change }
  const read = 'edits' in change ? readGate(conversation, tool_input) : undefined
  const made = {
    ...createToolCall(conversation, 'Write', tool_input, options),
    ...(read === undefined ? {} : { gate: read.gate }),
    act: (input: JsonObject) =>
      read === undefined
        ? write(conversation, asObject(input.tool_input))
        : write(conversation, read.toolInput(), String(input.content)),
    follows: {
      // True: `result` is what `act` above returns.
      output: (result: unknown) => JSON.stringify({ file_path: (result as Written).file_path }),
      // True: see above.
      after: { event: 'afterFileEdit', fields: (_input: JsonObject, result: unknown) => ({ ...(result as Written) }) },
    },
  }
  const done = await perform<Written>(conversation, made, combineSignals(conversation, options.signal))
  return { edits: done.result.edits, ...pickContext(done) }
}

/**
 * A replacement reveals whether a text is in the file, so it goes through `beforeReadFile` first. Only what that gate lets
 * through can be replaced.
 */
function readGate(conversation: Conversation, given: JsonObject) {
  const { common, cwd, host } = conversation
  let final = given
  return {
    toolInput: () => final,
    gate: {
      event: 'beforeReadFile' as const,
      input(rewritten: JsonObject | undefined): JsonObject {
        final = rewritten ?? given
        const file_path = resolveLinks(resolve(cwd, readString(final, 'file_path', 'Write')), host.hooks.roots)
        return { ...common, file_path, content: readExact(file_path), attachments: [] }
      },
    },
  }
}

interface Written {
  readonly file_path: string
  readonly edits: readonly Edit[]
}

/** Reads and writes without a pause, so that two concurrent edits of one file both take effect. */
function write(conversation: Conversation, input: JsonObject, seen?: string): Written {
  const { cwd, host } = conversation
  const file_path = assertSameTarget(resolve(cwd, readString(input, 'file_path', 'Write')), host.hooks.roots)
  const change = readChange(input)
  if (seen !== undefined && 'edits' in change) applyEdits(seen, change.edits, file_path)
  const before = 'edits' in change ? readExact(file_path) : textBefore(file_path)
  const after = 'edits' in change ? applyEdits(before, change.edits, file_path) : change.content
  writeText(file_path, after)
  recordChange(conversation, file_path)
  return { file_path, edits: 'edits' in change ? change.edits : [{ old_string: before, new_string: after }] }
}

/** The changes of a subagent also count for its parent. */
export function recordChange(conversation: Conversation, path: string): void {
  conversation.modified.add(path)
  conversation.changes++
  if (conversation.parent !== undefined) recordChange(conversation.parent, path)
}

/** Reads the change from the input after the hooks may have rewritten it. */
function readChange(input: JsonObject): Change {
  if (typeof input.content === 'string') return { content: input.content }
  const { edits } = input
  if (Array.isArray(edits) && edits.length > 0 && edits.every(isEdit)) return { edits }
  throw new TypeError('Write cannot run: its input needs content (a string) or edits ({ old_string, new_string })')
}
const isEdit = (value: unknown): value is Edit =>
  isObject(value) && typeof value.old_string === 'string' && typeof value.new_string === 'string'

/** The old content, for hooks that observe the edit; empty if the file is new or unreadable. */
function textBefore(path: string): string {
  try {
    return readBytes(path).toString('utf8')
  } catch {
    return ''
  }
}

/** Applies one edit after the other; each `old_string` must occur exactly once in the text at that point. */
function applyEdits(text: string, edits: readonly Edit[], path: string): string {
  return edits.reduce((current, { old_string, new_string }, at) => {
    const found = old_string === '' ? -1 : current.indexOf(old_string)
    const which = `edit ${at + 1} of ${edits.length} of ${path}`
    if (old_string === '')
      throw new Error(`${which}: old_string is empty; pass the text to replace, or the whole file as content`)
    if (found === -1) throw new Error(`${which}: old_string is not in the file`)
    if (current.indexOf(old_string, found + 1) !== -1)
      throw new Error(`${which}: old_string occurs more than once; include more of the surrounding text`)
    return current.slice(0, found) + new_string + current.slice(found + old_string.length)
  }, text)
}
