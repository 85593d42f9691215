/** Decides how severe a deletion is for each kind of path, for all rules that find one. */
import type { ShellWord } from '@hookline/core/shell'
import type { PathKind } from '../path-kind.ts'
import { ask, type CommandView, deny, type Finding } from '../rule.ts'

export const names: Readonly<Record<PathKind, string>> = {
  root: 'the whole file system',
  system: 'a directory of the system',
  home: 'a whole home directory',
  personal: 'files outside the workspace',
  workspace: 'the whole workspace',
  above: 'what lies above the workspace',
  repository: "the repository's history",
  temporary: 'temporary files',
  made: 'what a build makes',
  inside: 'files of the workspace',
  unknown: 'a place that is known only when it runs',
  device: 'a device',
}

/** Kinds of path that are never deleted as a whole without harm. */
export const never: ReadonlySet<PathKind> = new Set([
  'root',
  'system',
  'home',
  'workspace',
  'above',
  'repository',
  'device',
])

/** Directories with files that guard the work. */
const guards = /(^|\/)\.(hookline|husky|cursor(\/hooks)?|claude|githooks)\/?$/

/** Directories of a project that contain work of people. */
const sources = /^(src|source|sources|tests?|spec|packages|apps|crates|internal|cmd|migrations|\.github)$/
const isSourceTree = ({ text, glob }: ShellWord, { command, where }: CommandView): boolean => {
  // A search selects only some of the files below.
  if (/^(find|fd|fdfind)$/.test(command.name) || glob || (command.cwd !== undefined && command.cwd !== where.cwd))
    return false
  const root = where.roots.find((one) => text.startsWith(`${one}/`))
  const path = root === undefined ? text : text.slice(root.length + 1)
  return sources.test(path.replace(/^\.\//, '').replace(/\/$/, ''))
}

/** The finding for a recursive deletion of these paths. */
export function deletion(words: readonly ShellWord[], sight: CommandView, doing = 'delete'): Finding | undefined {
  let found: Finding | undefined
  let minor: Finding | undefined
  for (const word of words) {
    const kind = sight.kindOf(word)
    const would = `${doing} ${names[kind]} (${word.text})`
    if (never.has(kind)) return deny(would)
    if (kind === 'personal' || kind === 'unknown') found ??= ask(would)
    if (guards.test(word.text)) found ??= ask(`${doing} ${word.text}, which contains the hooks`)
    if (kind === 'inside' && isSourceTree(word, sight)) found ??= ask(would)
    if (kind === 'inside') minor ??= ask(would, 'strict')
  }
  return found ?? minor
}

export const instead = 'Name the files or the build directory to delete, inside the workspace.'
