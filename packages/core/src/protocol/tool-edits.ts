/** What a tool that edits files was called with: the files, and the text it removes and adds. Reads every shape hosts send. Pure. */

import { isObject } from '../schema.ts'
import { type PatchedFile, readPatch } from './read-patch.ts'

type Json = Readonly<Record<string, unknown>>

export interface ToolEdits {
  readonly files: readonly PatchedFile[]
  /** False when the input does not say which file changes: a gate that needs the path must not guess. */
  readonly complete: boolean
}

const pathFields = [
  'file_path',
  'path',
  'target_file',
  'notebook_path',
  'target_notebook',
  'filePath',
  'relative_workspace_path',
] as const
/** Fields that hold a patch as text. */
const patchFields = ['patch', 'input', 'diff', 'patch_text', 'patchText'] as const
const oldFields = ['old_string', 'old_str', 'oldText'] as const
const newFields = ['new_string', 'new_str', 'newText', 'contents', 'content', 'new_source'] as const

export function editsOfTool(toolInput: unknown): ToolEdits {
  if (typeof toolInput === 'string') return editsInText(toolInput)
  if (!isObject(toolInput)) return { files: [], complete: false }
  const named = filesNamed(toolInput)
  const patch = readPatch(textAt(toolInput, patchFields) ?? '')
  return { files: [...named, ...patch.files], complete: named.length > 0 || patch.complete }
}

/** Some hosts send the object as JSON text, some the bare patch. */
function editsInText(text: string): ToolEdits {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string' || isObject(value)) return editsOfTool(value)
  } catch {
    // It is no JSON, so it is the patch itself.
  }
  return readPatch(text)
}

/** The file that the fields name, and those of each edit in a list. */
function filesNamed(input: Json): readonly PatchedFile[] {
  const own = fileOf(input)
  const edits = Array.isArray(input.edits) ? input.edits.filter(isObject) : []
  const others = edits.flatMap(
    (edit) => fileOf({ ...(own === undefined ? {} : { path: own.paths[0] }), ...edit }) ?? [],
  )
  return [...(own === undefined ? [] : [own]), ...others]
}

function fileOf(input: Json): PatchedFile | undefined {
  const paths = pathFields.flatMap((field) => {
    const value = input[field]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  if (paths.length === 0) return undefined
  return { paths, oldText: textAt(input, oldFields) ?? '', newText: textAt(input, newFields) ?? '' }
}

function textAt(input: Json, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = input[field]
    if (typeof value === 'string') return value
  }
  return undefined
}
