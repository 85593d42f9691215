/** The rule files of a directory, read and converted. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type Conversion,
  type ConvertOptions,
  convertHookify,
  type Note,
  readHookify,
  slugOf,
} from '@hookline/core/importers'
import { readText } from '../edit/change.ts'
import { shownPath } from '../paths.ts'

export interface Gathered {
  readonly conversions: readonly Conversion[]
  readonly notes: readonly Note[]
  /** Of every file, also of those that hold no rule. */
  readonly slugs: readonly string[]
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

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

export function gather(files: readonly string[], options: ConvertOptions, cwd: string): Gathered {
  const conversions: Conversion[] = []
  const notes: Note[] = []
  for (const file of files) {
    const read = readHookify(shownPath(file, cwd), readText(file, cwd) ?? '')
    notes.push(...read.notes)
    if (read.rule === undefined) continue
    const conversion = convertHookify(read.rule, options)
    conversions.push(conversion)
    notes.push(...conversion.notes)
  }
  return { conversions, notes, slugs: files.map((file) => slugOf(file)) }
}
