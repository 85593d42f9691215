/** What a deletion means in each kind of place, for all the rules that find one. */
import type { ShellWord } from '@hookline/core/shell'
import type { Place } from '../places.ts'
import { ask, deny, type Finding, type Sight } from '../rule.ts'

export const names: Readonly<Record<Place, string>> = {
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

/** Nothing here is ever deleted whole without harm. */
export const never: ReadonlySet<Place> = new Set([
  'root',
  'system',
  'home',
  'workspace',
  'above',
  'repository',
  'device',
])

/** Directories whose files watch over the work. */
const guards = /(^|\/)\.(hookline|husky|cursor(\/hooks)?|claude|githooks)\/?$/

/** The directories in which a project keeps what people wrote. */
const sources = /^(src|source|sources|tests?|spec|packages|apps|crates|internal|cmd|migrations|\.github)$/
const isSourceTree = ({ text, glob }: ShellWord, { command, where }: Sight): boolean => {
  // A search takes only some of the files below.
  if (/^(find|fd|fdfind)$/.test(command.name) || glob || (command.cwd !== undefined && command.cwd !== where.cwd))
    return false
  const root = where.roots.find((one) => text.startsWith(`${one}/`))
  const path = root === undefined ? text : text.slice(root.length + 1)
  return sources.test(path.replace(/^\.\//, '').replace(/\/$/, ''))
}

/** What becomes of a recursive deletion of these. */
export function deletion(words: readonly ShellWord[], sight: Sight, doing = 'delete'): Finding | undefined {
  let found: Finding | undefined
  let minor: Finding | undefined
  for (const word of words) {
    const place = sight.placeOf(word)
    const would = `${doing} ${names[place]} (${word.text})`
    if (never.has(place)) return deny(would)
    if (place === 'personal' || place === 'unknown') found ??= ask(would)
    if (guards.test(word.text)) found ??= ask(`${doing} ${word.text}, which holds the hooks`)
    if (place === 'inside' && isSourceTree(word, sight)) found ??= ask(would)
    if (place === 'inside') minor ??= ask(would, 'strict')
  }
  return found ?? minor
}

export const instead = 'Name the files or the build directory to delete, inside the workspace.'
