/** Finds the files that a call of an edit tool changes, with the removed and added text. Reads every format that hosts send. Pure. */
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { type PatchedFile, readPatch } from './read-patch.ts'

export interface ToolEdits {
  readonly files: readonly PatchedFile[]
  /** False if the input does not say which files change. A gate that needs the path must not guess. */
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
  'new_path',
  'move_path',
] as const
/** Fields that hold a patch, as text or as a list of lines. */
const patchFields = ['patch', 'input', 'diff', 'patch_text', 'patchText', 'unified_diff'] as const
/** Fields that hold an object whose keys are paths. */
const pathMaps = ['changes', 'files', 'fileChanges'] as const
const oldFields = ['old_string', 'old_str', 'oldText'] as const
const newFields = ['new_string', 'new_str', 'newText', 'contents', 'content', 'new_source'] as const
const MAX_DEPTH = 6

export function editsOfTool(toolInput: unknown): ToolEdits {
  if (typeof toolInput === 'string') return editsInText(toolInput)
  if (!isObject(toolInput)) return { files: [], complete: false }
  const named = filesNamed(toolInput)
  const patches = patchesIn(toolInput).map(readPatch)
  // A patch without a header belongs to the file that the fields name. A header that cannot be read belongs to no file.
  const readable = patches.every(({ files, complete }) => complete || (named.length > 0 && files.length === 0))
  const files = [...named, ...patches.flatMap((patch) => patch.files)]
  return { files, complete: files.length > 0 && readable }
}

/** Some hosts send the object as JSON text, others only the patch. */
function editsInText(text: string): ToolEdits {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string' || isObject(value)) return editsOfTool(value)
  } catch {
    // It is not JSON, so it is the patch itself.
  }
  return readPatch(text)
}

/** The file that the fields name, and the files of every object inside it. Edits of several files come as lists or as maps. */
function filesNamed(input: JsonObject, above?: string, depth = 0): readonly PatchedFile[] {
  const own = fileOf(input, above)
  const path = own?.paths[0] ?? above
  const maps = pathMaps.flatMap((field) => (isObject(input[field]) ? Object.keys(input[field]) : []))
  const members =
    depth > MAX_DEPTH ? [] : Object.values(input).flatMap((value) => (Array.isArray(value) ? value : [value]))
  return [
    ...(own === undefined ? [] : [own]),
    ...maps.map((name) => ({ paths: [name], oldText: '', newText: '' })),
    ...members.filter(isObject).flatMap((member) => filesNamed(member, path, depth + 1)),
  ]
}

/** `above` is the path of the enclosing object, for edits that carry only the changed text. */
function fileOf(input: JsonObject, above: string | undefined): PatchedFile | undefined {
  const paths = pathFields.flatMap((field) => {
    const value = input[field]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  const [oldText, newText] = [textAt(input, oldFields), textAt(input, newFields)]
  if (paths.length > 0) return { paths, oldText: oldText ?? '', newText: newText ?? '' }
  if (above === undefined || (oldText === undefined && newText === undefined)) return undefined
  return { paths: [above], oldText: oldText ?? '', newText: newText ?? '' }
}

function patchesIn(input: JsonObject): readonly string[] {
  return patchFields.flatMap((field) => {
    const value = input[field]
    if (typeof value === 'string') return value.trim() === '' ? [] : [value]
    return Array.isArray(value) && value.every((line) => typeof line === 'string') ? [value.join('\n')] : []
  })
}

function textAt(input: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = input[field]
    if (typeof value === 'string') return value
  }
  return undefined
}
