/** What a shell script loads or starts. */
import { isAbsolute, join } from '../paths.ts'
import { HOME, ROOT, replaceKnownDirectories } from './command-files.ts'
import { readCommandText } from './command-text.ts'
import { type ImportContext, SELF, scriptEnding } from './import-context.ts'

const SELF_FILE = '\u0004'
const selfFile = /\$0(?!\d)|\$\{0\}|\$\{BASH_SOURCE(?:\[0\])?(?::-\$0)?\}|\$BASH_SOURCE\b|\$\{\(%\):-%[xN]\}/g
const realFile = new RegExp(`\\$\\((?:readlink -f|realpath)(?: --)? "?${SELF_FILE}"?\\)`, 'g')
const cutFile = /\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}/g
const directoryOfSelf = new RegExp(`\\$\\(dirname(?: --)? "?${SELF_FILE}"?\\)|\\$\\{${SELF_FILE}%/\\*\\}`, 'g')
const directoryAbove = new RegExp(`\\$\\(dirname(?: --)? "?(${SELF}[^"\\s()]{0,200})"?\\)`, 'g')
const enteredSelf = new RegExp(
  `\\$\\(cd(?: -P)?(?: --)? "?(${SELF}[^"\\s()]{0,200})"?(?: ?>/dev/null)?(?: 2>&1)? ?(?:&&|;) ?pwd(?: -P)?\\)`,
  'g',
)
const assignment =
  /^\s*(?:export |local |readonly |declare (?:-\w+ )?)?([A-Za-z_]\w*)=(?:"([^"]{0,300})"|'([^']{0,300})'|([^\s"';&|]{1,300}))/
/** Lines that can name a file that this reader understands. */
const namesFile = new RegExp(
  `[${SELF}${ROOT}${HOME}]|(?:^|[\\s;&|({])(?:source|\\.)\\s|\\.(?:sh|bash|py|rb|pl|[mc]?[jt]s)\\b`,
)
/** Lines that can start a program of the workspace by its path. */
const namesProgram = /(?:^|[\s;&|({!"'])[\w.-]+\//
/** A path, or a part of one, without anything that the shell would expand. */
const plainPath = /^[\w./-]+$/
const entered = /(?:^|[\s;&|({])cd\s+(?:-P\s+)?(?:--\s+)?(?:"([^"$`]{1,300})"|'([^']{1,300})'|([^\s"'$`;&|)]{1,300}))/g
const MAX_VARIABLES = 400
const MAX_DIRECTORIES = 8

export function findInShell(
  given: string,
  directory: string,
  { cwd, root, platform }: ImportContext,
): readonly string[] {
  const { system, home } = platform
  const values = new Map<string, string>()
  /** Where relative paths may start: the script may have changed its directory. */
  const bases = new Set([cwd])
  const found: string[] = []
  const toPath = (word: string): string =>
    word
      .replaceAll(SELF, () => directory)
      .replaceAll(ROOT, () => root)
      .replaceAll(HOME, () => home)
  const fromBases = (path: string): readonly string[] =>
    isAbsolute(system, path) ? [join(system, path)] : [...bases].map((base) => join(system, base, path))
  const lines = given.replaceAll('\r', '').replace(/\\\n/g, ' ').split('\n')
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line) || line.length > 4000) continue
    const text = readAssignment(line, values)
    for (const [, double, single, bare] of text.matchAll(entered)) {
      const target = toPath(double ?? single ?? bare ?? '')
      if (target.includes(SELF_FILE)) continue
      for (const path of fromBases(target)) if (bases.size < MAX_DIRECTORIES) bases.add(path)
    }
    const named = namesFile.test(text)
    if (!named && !namesProgram.test(text)) continue
    for (const { text: word, runs, by } of readCommandText(text, system).words) {
      const isSourced = by === 'source' || by === '.'
      if (!isSourced && !(/[\\/]/.test(word) && (runs || scriptEnding.test(word)))) continue
      const path = toPath(word)
      if (/[*?[{$]/.test(path) || path.includes(SELF_FILE)) continue
      // A program of the system is not a part of the script.
      if (named || !isAbsolute(system, path)) found.push(...fromBases(path))
    }
  }
  return found
}

/** The line with the values of variables that earlier lines, or the line itself, set to a path. */
function readAssignment(line: string, values: Map<string, string>): string {
  const text = nameDirectories(expand(line, values))
  const set = assignment.exec(text)
  if (set === null || values.size >= MAX_VARIABLES) return text
  const value = set[2] ?? set[3] ?? set[4] ?? ''
  const isPath = value.startsWith(SELF) || value.startsWith(ROOT) || value.startsWith(HOME) || plainPath.test(value)
  if (!isPath) return text
  values.set(set[1] ?? '', value)
  return expand(text, values)
}

const expand = (line: string, values: ReadonlyMap<string, string>): string =>
  values.size === 0
    ? line
    : line.replace(/\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (all, bare, braced) => values.get(bare ?? braced) ?? all)

/** Replaces the usual ways to write the directory of the script, and the directories that a command may name too. */
function nameDirectories(line: string): string {
  let text = line
  if (/\$\{?(?:0|BASH_SOURCE|\()/.test(line))
    text = line
      .replace(cutFile, SELF)
      .replace(selfFile, SELF_FILE)
      .replace(/\$\(\s+/g, '$(')
      .replace(/\s+\)/g, ')')
      .replace(realFile, SELF_FILE)
      .replace(directoryOfSelf, SELF)
  for (let depth = 0; depth < 4 && text.includes(SELF); depth++)
    text = text.replace(directoryAbove, '$1/..').replace(enteredSelf, '$1')
  return replaceKnownDirectories(text)
}
