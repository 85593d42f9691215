/** Reads and converts rule files. */
import {
  type Conversion,
  type ConvertOptions,
  convertHookify,
  fixHookify,
  type Note,
  readHookify,
  slugOf,
} from '@hookline/core/importers'
import { sourceSetup } from '@hookline/core/node'
import { changeOf, type FileChange } from '../edit/change.ts'
import { shownPath } from '../paths.ts'

export interface Gathered {
  readonly conversions: readonly Conversion[]
  readonly notes: readonly Note[]
  /** The slug of every file, also of files without a rule. */
  readonly slugs: readonly string[]
  /** The slugs of files that cannot be read. Their hooks from an earlier import stay. */
  readonly unread: readonly string[]
  /** Changes that fix the rule files themselves. */
  readonly fixed: readonly FileChange[]
}

export function gather(files: readonly string[], options: ConvertOptions & { fix?: boolean }, cwd: string): Gathered {
  const conversions: Conversion[] = []
  const notes: Note[] = []
  const fixed: FileChange[] = []
  const unread: string[] = []
  for (const file of files) {
    const text = readRuleText(file, cwd)
    if (typeof text !== 'string') {
      notes.push(text)
      unread.push(slugOf(file))
      continue
    }
    let one = readOne(file, text, options, cwd)
    const fixedText = options.fix === true ? fixHookify(text, one.notes) : text
    if (fixedText !== text) {
      fixed.push(changeOf(file, fixedText, cwd))
      one = readOne(file, fixedText, options, cwd)
    }
    notes.push(...one.notes)
    if (one.conversion !== undefined) conversions.push(one.conversion)
  }
  return { conversions, notes, slugs: files.map((file) => slugOf(file)), unread, fixed }
}

/** An unreadable file becomes a note, so that the other files are still imported. */
function readRuleText(file: string, cwd: string): string | Note {
  const found = sourceSetup().files.read(file)
  if (found.kind === 'text') return found.text
  if (found.kind === 'missing') return ''
  const cure = `${found.hint} Its hooks from an earlier import stay.`
  return { file: shownPath(file, cwd), line: 1, kind: 'broken', message: `the file ${found.message}`, cure }
}

function readOne(file: string, text: string, options: ConvertOptions, cwd: string) {
  const { rule, notes } = readHookify(shownPath(file, cwd), text)
  if (rule === undefined) return { notes }
  const conversion = convertHookify(rule, options)
  return { conversion, notes: [...notes, ...conversion.notes] }
}
