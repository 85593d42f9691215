/** Where hookify keeps its rules: one file each. */
import { basename, join } from 'node:path'
import { namesIn } from './machine/file-stat.ts'

export const hookifyDirectory = '.claude'

export const isHookifyRule = (name: string): boolean => /^hookify\..*\.local\.md$/s.test(name)

/** The rule files of hookify's directory in this one, or of this directory itself. */
export function ruleFiles(directory: string): readonly string[] {
  const within = basename(directory) === hookifyDirectory ? [directory] : [join(directory, hookifyDirectory), directory]
  for (const one of within) {
    const found = namesIn(one).filter(isHookifyRule)
    if (found.length > 0) return found.toSorted().map((name) => join(one, name))
  }
  return []
}
