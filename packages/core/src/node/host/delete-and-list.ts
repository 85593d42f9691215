/** Operations: delete a file, list a directory. */
import { readdirSync, unlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Conversation, Json } from './conversation.ts'
import { changed } from './edit-file.ts'
import { perform, signalOf, textIn, told, toolCall } from './perform.ts'
import type { CallOptions, Told } from './types.ts'

/** Never a directory: what is below it was not asked about. */
export async function deleteFile(conversation: Conversation, path: string, options: CallOptions = {}): Promise<Told> {
  const file_path = resolve(conversation.cwd, path)
  const act = (input: Json) => {
    const target = resolve(conversation.cwd, textIn(input.tool_input as Json, 'file_path', 'Delete'))
    unlinkSync(target)
    changed(conversation, target)
    return { file_path: target }
  }
  const made = { ...toolCall(conversation, 'Delete', { file_path }, options), act }
  return told(await perform(conversation, made, signalOf(conversation, options.signal)))
}

/** Names in order, a directory's with a slash behind it. */
export async function list(
  conversation: Conversation,
  path = '.',
  options: CallOptions = {},
): Promise<{ readonly names: readonly string[] } & Told> {
  const act = (input: Json) => {
    const directory = resolve(conversation.cwd, textIn(input.tool_input as Json, 'path', 'LS'))
    const names = readdirSync(directory, { withFileTypes: true })
    return { names: names.map((one) => (one.isDirectory() ? `${one.name}/` : one.name)).sort() }
  }
  const made = { ...toolCall(conversation, 'LS', { path: resolve(conversation.cwd, path) }, options), act }
  const done = await perform(conversation, made, signalOf(conversation, options.signal))
  return { ...done.result, ...told(done) }
}
