/** Finds the files that a patch changes, with the lines it removes and adds. Reads both formats that agents write. Pure, linear time. */

export interface PatchedFile {
  /** Every path that the patch may mean for this file, the most likely first. */
  readonly paths: readonly string[]
  readonly oldText: string
  readonly newText: string
}

export interface PatchReading {
  readonly files: readonly PatchedFile[]
  /** False if the patch names no file, changes lines before it names one, or has a header that cannot be read. */
  readonly complete: boolean
}

interface Header {
  /** True if it begins a new file. Otherwise it adds a path to the current file. */
  readonly opens: boolean
  readonly paths: readonly string[]
  /** How many lines the header has. */
  readonly lines: number
}
interface OpenFile {
  readonly paths: string[]
  readonly removed: string[]
  readonly added: string[]
}

export function readPatch(text: string): PatchReading {
  const lines = text.split(/\r\n|\n|\r/)
  const files: OpenFile[] = []
  let isReadable = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const header = headerAt(line, lines[at + 1], files.at(-1))
    if (header !== undefined) {
      if (header.opens || files.length === 0) files.push({ paths: [], removed: [], added: [] })
      files.at(-1)?.paths.push(...header.paths)
      at += header.lines - 1
    } else if (isUnknownHeader(line)) isReadable = false
    else if (/^[+-]/.test(line)) {
      const file = files.at(-1)
      if (file === undefined) isReadable = false
      else (line.startsWith('+') ? file.added : file.removed).push(line.slice(1))
    }
  }
  const read = files.map(closeFile)
  return { files: read, complete: isReadable && read.length > 0 && read.every(({ paths }) => paths.length > 0) }
}

const closeFile = ({ paths, removed, added }: OpenFile): PatchedFile => ({
  paths: [...new Set(paths)].filter((path) => path !== '' && path !== '/dev/null'),
  oldText: removed.join('\n'),
  newText: added.join('\n'),
})

/** The patch of these edits. A file without old text is a new one. */
export function writePatch(files: readonly PatchedFile[]): string {
  const parts = files.flatMap(({ paths: [path = ''], oldText, newText }) =>
    oldText === ''
      ? [`*** Add File: ${path}`, ...marked('+', newText)]
      : [`*** Update File: ${path}`, '@@', ...marked('-', oldText), ...marked('+', newText)],
  )
  return ['*** Begin Patch', ...parts, '*** End Patch'].join('\n')
}
const marked = (mark: '+' | '-', text: string): readonly string[] =>
  text === '' ? [] : text.split('\n').map((line) => mark + line)

/** `*** Update File: src/a.ts`: the format of the tools called ApplyPatch. */
const section = /^\s*\*{3}\s*(?:Add|Update|Delete|Create|Modify|Edit)\s+File\s*:\s*(.+)$/i
const move = /^\s*\*{3}\s*(?:Move|Rename)d?\s+to\s*:\s*(.+)$/i
/** Lines of a unified diff that name one file each. */
const git = /^diff --git (.+)$/
const renamed = /^(?:(?:rename|copy) (?:from|to)|Index:) (.+)$/

function headerAt(line: string, next: string | undefined, file: OpenFile | undefined): Header | undefined {
  const onePath = (match: RegExpExecArray, opens: boolean): Header => ({
    opens,
    paths: [unquote((match[1] ?? '').trim())],
    lines: 1,
  })
  const sectionLine = section.exec(line)
  if (sectionLine !== null) return onePath(sectionLine, true)
  const moveLine = move.exec(line)
  if (moveLine !== null) return onePath(moveLine, false)
  const gitLine = git.exec(line)
  if (gitLine !== null) return { opens: true, paths: gitPaths(gitLine[1] ?? ''), lines: 1 }
  if (/^---\s/.test(line) && next !== undefined && /^\+\+\+\s/.test(next))
    return { opens: hasChanges(file), paths: [line, next].flatMap((text) => diffPaths(text.slice(4))), lines: 2 }
  const renameLine = renamed.exec(line)
  return renameLine === null ? undefined : onePath(renameLine, hasChanges(file))
}

/** A section header that none of the expressions above matches, such as `*** Replace File: x`. Its file is not known. */
const isUnknownHeader = (line: string): boolean =>
  /^\s*\*{3}\s/.test(line) && !/^\s*\*{3}\s+(?:(?:Begin|End)\s+Patch|End\s+of\s+File)\s*$/i.test(line)

/** Whether changed lines of the file were read. If so, another header belongs to the next file. */
const hasChanges = (file: OpenFile | undefined): boolean =>
  file !== undefined && file.removed.length + file.added.length > 0

/** Reads `a/x b/y`, where git may quote each half. An unquoted name may contain spaces. */
function gitPaths(text: string): readonly string[] {
  const halves = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text)
  if (halves !== null) return halves.slice(1).flatMap(diffPaths)
  const middle = text.indexOf(' b/')
  return middle < 0 ? diffPaths(text) : [text.slice(0, middle), text.slice(middle + 1)].flatMap(diffPaths)
}

/** Drops the time that diff writes after a tab. `a/x` may be git's prefix or a directory named a, so both paths count. */
function diffPaths(text: string): readonly string[] {
  const path = unquote((text.split('\t')[0] ?? '').trim())
  return /^[ab]\//.test(path) ? [path.slice(2), path] : [path]
}

/** git writes unusual names as C strings: `"a/\303\244.txt"`. */
function unquote(text: string): string {
  if (!/^".*"$/s.test(text)) return text
  const parts = text.slice(1, -1).match(/\\[0-7]{1,3}|\\.|[^\\]/gsu) ?? []
  const encoder = new TextEncoder()
  const bytes = parts.flatMap((part) => {
    if (/^\\[0-7]/.test(part)) return [Number.parseInt(part.slice(1), 8) & 0xff]
    return [...encoder.encode(part.startsWith('\\') ? (escapes[part.slice(1)] ?? part.slice(1)) : part)]
  })
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
