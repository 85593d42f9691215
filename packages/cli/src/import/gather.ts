/** The rule files of a directory, read and converted. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type Conversion,
  type ConvertOptions,
  convertHookify,
  curedHookify,
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
  /** Of every file, also of those that hold no rule. */
  readonly slugs: readonly string[]
  /** Of files that cannot be read: what was made of them before stays. */
  readonly unread: readonly string[]
  /** The rule files themselves, where they are to be cured. */
  readonly cured: readonly FileChange[]
}

/** Those of `.claude` there, or of the directory itself. */
export function ruleFiles(directory: string): readonly string[] {
  const within = basename(directory) === '.claude' ? [directory] : [join(directory, '.claude'), directory]
  for (const place of within) {
    const found = namesIn(place).filter((name) => /^hookify\..*\.local\.md$/s.test(name))
    if (found.length > 0) return found.toSorted().map((name) => join(place, name))
  }
  return []
}

export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

export function gather(files: readonly string[], options: ConvertOptions & { cure?: boolean }, cwd: string): Gathered {
  const conversions: Conversion[] = []
  const notes: Note[] = []
  const cured: FileChange[] = []
  const unread: string[] = []
  for (const file of files) {
    const text = textOf(file, cwd)
    if (typeof text !== 'string') {
      notes.push(text)
      unread.push(slugOf(file))
      continue
    }
    let one = readOne(file, text, options, cwd)
    const mended = options.cure === true ? curedHookify(text, one.notes) : text
    if (mended !== text) {
      cured.push(changeOf(file, mended, cwd))
      one = readOne(file, mended, options, cwd)
    }
    notes.push(...one.notes)
    if (one.conversion !== undefined) conversions.push(one.conversion)
  }
  return { conversions, notes, slugs: files.map((file) => slugOf(file)), unread, cured }
}

/** One file that cannot be read is no reason to leave the others. */
function textOf(file: string, cwd: string): string | Note {
  const found = sourceSetup().files.read(file)
  if (found.kind === 'text') return found.text
  if (found.kind === 'missing') return ''
  const cure = `${found.hint} What an earlier import made of it stays.`
  return { file: shownPath(file, cwd), line: 1, kind: 'broken', message: `the file ${found.message}`, cure }
}

function readOne(file: string, text: string, options: ConvertOptions, cwd: string) {
  const { rule, notes } = readHookify(shownPath(file, cwd), text)
  if (rule === undefined) return { notes }
  const conversion = convertHookify(rule, options)
  return { conversion, notes: [...notes, ...conversion.notes] }
}
