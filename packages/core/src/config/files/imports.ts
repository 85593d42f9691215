/** Finds the local files that a script loads or starts, as far as its text names them. Trust is bound to them too (CONTRACT §4). */
import type { Platform } from '../../ports.ts'
import { isAbsolute, join, lastPart, parent } from '../paths.ts'
import { HOME, ROOT, replaceKnownDirectories } from './command-files.ts'
import { readCommandText } from './command-text.ts'

export interface ImportContext {
  /** The working directory of the hook. */
  readonly cwd: string
  /** The directory of the script that the command starts: Python searches it for every module. */
  readonly main: string
  readonly root: string
  readonly platform: Pick<Platform, 'system' | 'home'>
}

type Finder = (text: string, directory: string, context: ImportContext) => readonly string[]

/** A longer script is a bundle or generated: it has its code in it. */
const MAX_LENGTH = 512 * 1024
const MAX_IMPORTS = 8192

/**
 * The absolute paths that a script may load, whether files exist there or not, because a new file is a change too. Searches
 * the text in linear time, and finds nothing in a language that it does not know.
 */
export function findImports(path: string, text: string, context: ImportContext): readonly string[] {
  if (text.length > MAX_LENGTH) return []
  const { system } = context.platform
  const find = finderFor(lastPart(system, path), text)
  if (find === undefined) return []
  const found = new Set(find(text, parent(system, path), context))
  found.delete(path)
  return [...found].slice(0, MAX_IMPORTS)
}

/** Whether Python runs the script: it searches the script's directory for every module, also for those that its own modules import. */
export const isPython = (path: string, text: string, system: Platform['system']): boolean =>
  finderFor(lastPart(system, path), text) === findInPython

function finderFor(name: string, text: string): Finder | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  const byEnding = ending === undefined ? undefined : finders[ending]
  if (byEnding !== undefined) return byEnding
  const first = text.slice(0, 200).split('\n', 1)[0] ?? ''
  if (!first.startsWith('#!')) return ending === undefined && isText(text) ? findInShell : undefined
  const interpreter = /(?:^#!|[/\s])(bash|zsh|dash|ksh|sh|node|bun|deno|tsx|python|ruby|perl)[\d.]*(?=\s|$)/.exec(first)
  return interpreter === null ? undefined : byInterpreter[interpreter[1] ?? '']
}
const isText = (text: string): boolean => !text.slice(0, 1000).includes('\u0000')

const scriptEnding = /\.(sh|bash|zsh|ksh|m?[jt]s|c[jt]s|py|rb|pl|pm)$/i

// ---------------------------------------------------------------- shell

const SELF = '\u0003'
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
/** A path without anything that the shell would expand. */
const plainPath = /^[\w.-]*\/[\w./-]*$/
const entered = /(?:^|[\s;&|({])cd\s+(?:-P\s+)?(?:--\s+)?(?:"([^"$`]{1,300})"|'([^']{1,300})'|([^\s"'$`;&|)]{1,300}))/g
const MAX_VARIABLES = 100
const MAX_DIRECTORIES = 8

function findInShell(given: string, directory: string, { cwd, root, platform }: ImportContext): readonly string[] {
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

// ---------------------------------------------------------------- JavaScript and TypeScript

const relativeModule =
  /(?:\bfrom\s{0,9}|\bimport\s{0,9}\(?\s{0,9}|\brequire(?:\.resolve)?\s{0,9}\(\s{0,9}|\bURL\s{0,9}\(\s{0,9})(["'`])(\.{1,2}(?:\/[^"'`\n$]{0,300})?)\1/g
const besideModule = /(?:__dirname|import\.meta\.dirname)\s{0,9},\s{0,9}(["'`])([^"'`\n$]{1,300})\1/g
const moduleEndings = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
]
const isModule = /\.[mc]?[jt]sx?$/i

function findInJavaScript(text: string, directory: string, { platform: { system } }: ImportContext): readonly string[] {
  const imported = [...text.matchAll(relativeModule)].map((match) => match[2] ?? '')
  const beside = [...text.matchAll(besideModule)]
    .map((match) => match[2] ?? '')
    .filter((name) => scriptEnding.test(name))
  return [...imported, ...beside].flatMap((name) => moduleFiles(name).map((file) => join(system, directory, file)))
}

const dataEnding =
  /\.(json[5cl]?|txt|md|ya?ml|toml|csv|tsv|x?html?|xml|s?css|svg|png|jpe?g|gif|sql|graphql|lock|env|log)$/i
const isDirectoryName = /(?:^|\/)\.{0,2}$/

/** The files that a specifier may mean: TypeScript is imported under the name of its output. */
function moduleFiles(name: string): readonly string[] {
  if (isModule.test(name)) return /\.[mc]?jsx?$/i.test(name) ? [name, name.replace(/js(x?)$/i, 'ts$1')] : [name]
  // Data that is imported runs nothing, and the script may write it.
  if (dataEnding.test(name)) return []
  if (isDirectoryName.test(name)) return moduleEndings.filter((end) => end.startsWith('/')).map((end) => name + end)
  // An ending that is not known may be a part of the name, or native code.
  return [...(/\.\w+$/.test(name) ? [name] : []), ...moduleEndings.map((end) => name + end)]
}

// ---------------------------------------------------------------- Python, Ruby, Perl

const fromImport = /^[ \t]*from[ \t]+(\.{0,5})([\w.]{0,200})[ \t]+import[ \t]+(\([^)]{0,2000}\)|[^#\n;(]{1,500})/gm
const plainImport = /^[ \t]*import[ \t]+([^#\n;]{1,500})/gm
const searchPath = /\bsys\.path\.(?:insert|append|extend)\s{0,9}\(([^\n]{1,300})/g

function findInPython(text: string, directory: string, context: ImportContext): readonly string[] {
  const { system } = context.platform
  const added = [...text.matchAll(searchPath)].map((match) =>
    join(system, directory, ...[...(match[1] ?? '').matchAll(/["']([^"'\n]{1,200})["']/g)].map((one) => one[1] ?? '')),
  )
  const bases = [...new Set([directory, context.main, ...added])]
  const found: string[] = []
  const addModule = (base: string, dotted: string): void => {
    const parts = dotted.split('.').filter((part) => part !== '')
    for (let length = 1; length <= parts.length; length++) {
      const module = join(system, base, ...parts.slice(0, length))
      if (length === parts.length) found.push(`${module}.py`)
      found.push(join(system, module, '__init__.py'))
    }
  }
  for (const match of text.matchAll(plainImport))
    for (const name of namesIn(match[1] ?? '')) for (const base of bases) addModule(base, name)
  for (const match of text.matchAll(fromImport)) {
    const [, dots = '', module = '', names = ''] = match
    const from = dots === '' ? bases : [join(system, directory, ...Array(dots.length - 1).fill('..'))]
    for (const base of from) {
      if (module !== '') addModule(base, module)
      for (const name of namesIn(names)) if (dots !== '' || module !== '') addModule(base, `${module}.${name}`)
    }
  }
  return found
}
const namesIn = (list: string): readonly string[] =>
  list
    .replace(/[()\\]/g, ' ')
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((name) => /^[\w.]+$/.test(name))

const rubyFile = /\brequire_relative\s{0,9}\(?\s{0,9}(["'])([^"'\n#]{1,300})\1/g

const findInRuby: Finder = (text, directory, { platform: { system } }) =>
  [...text.matchAll(rubyFile)].map((match) => {
    const path = join(system, directory, match[2] ?? '')
    return path.endsWith('.rb') ? path : `${path}.rb`
  })

const perlFile = /\b(?:require|do)\s{1,9}(["'])(\.{1,2}\/[^"'\n$]{1,300})\1/g
const perlBeside = /\b(?:require|do)\s{1,9}"\$(?:FindBin::)?(?:Real)?Bin(\/[^"\n$]{1,300})"/g

/** Perl takes a relative path from the working directory. */
const findInPerl: Finder = (text, directory, { cwd, platform: { system } }) => [
  ...[...text.matchAll(perlFile)].map((match) => join(system, cwd, match[2] ?? '')),
  ...[...text.matchAll(perlBeside)].map((match) => join(system, directory, match[1] ?? '')),
]

const byInterpreter: Readonly<Record<string, Finder>> = {
  ...Object.fromEntries(['sh', 'bash', 'zsh', 'dash', 'ksh'].map((name) => [name, findInShell])),
  ...Object.fromEntries(['node', 'bun', 'deno', 'tsx'].map((name) => [name, findInJavaScript])),
  python: findInPython,
  ruby: findInRuby,
  perl: findInPerl,
}
const finders: Readonly<Record<string, Finder>> = {
  ...Object.fromEntries(['sh', 'bash', 'zsh', 'ksh'].map((name) => [name, findInShell])),
  ...Object.fromEntries(['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'].map((name) => [name, findInJavaScript])),
  py: findInPython,
  rb: findInRuby,
  pl: findInPerl,
  pm: findInPerl,
}
