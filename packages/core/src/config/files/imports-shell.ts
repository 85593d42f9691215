/** What a shell script loads or starts. */
import { isAbsolute, join } from '../paths.ts'
import { HOME, ROOT, replaceKnownDirectories, spellings } from './command-files.ts'
import { readCommandText, type Word } from './command-text.ts'
import { type Finder, type ImportContext, isScript, SELF, wholePath, withDirectories } from './import-context.ts'

const SELF_FILE = '\u0004'
/** Stands for the value of a variable that is not known. It is no glob. */
const UNKNOWN = '\u0005'
const unknown = /\$(?:[A-Za-z_]\w*|\{[^}\n]{0,200}\}|[0-9@*#?!-])/g
const isComputed = new RegExp(`[{$${SELF_FILE}${UNKNOWN}]`)
const selfFile = /\$0(?!\d)|\$\{0\}|\$\{BASH_SOURCE(?:\[0\])?(?::-\$0)?\}|\$BASH_SOURCE\b|\$\{\(%\):-%[xN]\}/g
const realFile = new RegExp(
  `\\$\\((?:readlink(?: -[ef]+)?|realpath)(?: --)? "?([^"\\s()]{0,200}${SELF_FILE})"?\\)`,
  'g',
)
/** With the ways of zsh. */
const cutFile = /\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}|\$\{?(?:0|\(%\):-%[xN])(?::[aAP])?:h\}?/g
const directoryOfSelf = new RegExp(
  `\\$\\(dirname(?: --)? "?(?:${SELF}/)?${SELF_FILE}"?\\)|\\$\\{${SELF_FILE}%/\\*\\}`,
  'g',
)
const directoryAbove = new RegExp(`\\$\\(dirname(?: --)? "?(${SELF}[^"\\s()]{0,200})"?\\)`, 'g')
const enteredSelf = new RegExp(
  `\\$\\((?:(?:unset )?CDPATH(?:=(?:''|"")?)?;? )?(?:(?:builtin|command) )?cd(?: -[LP])?(?: --)? "?(${SELF}[^"\\s()]{0,200})"?` +
    `(?: ?(?:[12&]?>&? ?/dev/null|2>&1)){0,2} ?(?:&&|;) ?(?:pwd(?: -[LP])?|echo "?\\$PWD"?);?\\)`,
  'g',
)
const assignment = /(?:^|[\s;&|(])([A-Za-z_]\w*)=(?:"([^"]{0,300})"|'([^']{0,300})'|([^\s"';&|]{1,300}))(?=$|[\s;&|)])/g
/** What the shell takes where a variable has no value. */
const orElse = /\$\{[A-Za-z_]\w*:?-([^{}$]{0,300})\}/g
const substitution = /(?<!\\)`([^`\n\\]{1,300})`/g
/** Lines that can name a file that this reader understands. */
const namesFile = new RegExp(
  `[${SELF}${ROOT}${HOME}]|(?:^|[\\s;&|({"'])(?:source|\\.)\\s|\\.(?:sh|bash|py|rb|pl|[mc]?[jt]s)\\b|\\b(?:python|perl|ruby|node)[\\d.]*['"]?\\s`,
)
/** Lines that can start a program of the workspace by its path. */
const namesProgram = /(?:^|[\s;&|({!"'])[\w.-]+\//
/** What another program prints may be run by one of these. */
const runsText =
  /(?:^|[\s;&|($"'])(?:eval|xargs)\s|\|\s{0,9}(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby)(?![\w.-])|<\(/
/** A path, or a part of one, without anything that the shell would expand. */
const plainPath = /^[\w./-]+$/
const startsKnown = new RegExp(`^[${SELF}${SELF_FILE}${ROOT}${HOME}]`)
const entered =
  /(?:^|[\s;&|({])(?:cd|pushd)\s+(?:-P\s+)?(?:--\s+)?(?:"([^"$`]{1,300})"|'([^']{1,300})'|([^\s"'$`;&|)]{1,300}))/g
const loop = /(?:^|[\s;&|({])for\s+([A-Za-z_]\w*)\s+in\s+([^;\n]{1,400})/
/** Where its value is a path, programs or modules are searched there. */
const isSearched = /(?:^|[\s;&|(])PATH=/
const MAX_VARIABLES = 400
const MAX_DIRECTORIES = 8
const MAX_PROGRAMS = 100
const MAX_VALUES = 16
/** Lines in loops are read again with each value, up to this many times in all. */
const MAX_REPEATED = 2000

/** Names a glob in the last part of a path. */
export const isGlob = (path: string): boolean => /[*?[]/.test(path)

export const findInShell: Finder = (given, directory, context) => readShellScript(given, directory, context).loaded

interface ShellScript {
  /** The files that it may load or start. */
  readonly loaded: readonly string[]
  /** The directories of `PATH`, `PYTHONPATH` and the like. */
  readonly searched: readonly string[]
  /** The directories in which it may run. */
  readonly entered: readonly string[]
}

export function readShellScript(given: string, directory: string, context: ImportContext): ShellScript {
  const { cwd, platform } = context
  const { system } = platform
  const values = new Map<string, string>()
  /** Where relative paths may start: the script may have changed its directory. */
  const bases = new Set([cwd])
  /** The paths, and whether the script runs them. */
  const found = new Map<string, boolean>()
  const written = new Set<string>()
  const programs = new Set<string>()
  const searched = new Set<string>()
  let repeated = 0
  const fromBases = (path: string): readonly string[] =>
    isAbsolute(system, path) ? [join(system, path)] : [...bases].map((base) => join(system, base, path))

  function readLine(line: string): void {
    const text = readAssignments(line, values)
    for (const [, double, single, bare] of text.matchAll(entered)) {
      const target = withDirectories(double ?? single ?? bare ?? '', directory, context)
      if (target.includes(SELF_FILE)) continue
      for (const path of fromBases(target)) if (bases.size < MAX_DIRECTORIES) bases.add(path)
    }
    const named = namesFile.test(text)
    if (!named && !namesProgram.test(text) && searched.size === 0 && !isSearched.test(text)) return
    const command = readCommandText(text.replace(unknown, UNKNOWN), system)
    const isText = runsText.test(text)
    for (const path of command.written)
      if (!isComputed.test(path))
        for (const one of fromBases(withDirectories(path, directory, context))) written.add(one)
    for (const path of command.searched)
      if (!isComputed.test(path) && searched.size < MAX_DIRECTORIES)
        searched.add(wholePath(path, cwd, directory, context))
    for (const word of command.words) {
      if (word.runs && word.by === '' && /^[\w.-]+$/.test(word.text)) programs.add(word.text)
      for (const spelled of pathsIn(word, system, isText)) {
        const path = withComputedName(withDirectories(spelled, directory, context))
        if (isComputed.test(path) || isGlob(path.replace(/[^/]*$/, ''))) continue
        // A program of the system is not a part of the script.
        if (!named && isAbsolute(system, path)) continue
        const inSearched = isModuleOf(word) ? [...searched].map((base) => join(system, base, path)) : []
        for (const one of [...fromBases(path), ...inSearched]) found.set(one, word.runs || found.get(one) === true)
      }
    }
  }
  for (const line of linesOf(given)) {
    if (/^\s*(#|$)/.test(line) || line.length > 4000) continue
    const all = withLoops(line, values)
    repeated += all.length - 1
    for (const one of repeated > MAX_REPEATED ? [line] : all) readLine(one)
  }
  const names = [...programs].slice(0, MAX_PROGRAMS)
  // What the script writes itself changes with every run.
  const loaded = [...found].flatMap(([path, runs]) => (runs || !written.has(path) ? [path] : []))
  const programsOf = (path: string) => names.map((name) => join(system, path, name))
  return { loaded: [...loaded, ...[...searched].flatMap(programsOf)], searched: [...searched], entered: [...bases] }
}

/** What an interpreter takes by name, as after `-m`. */
const isModuleOf = ({ runs, by, text }: Word): boolean =>
  runs && by !== '' && /^[\w/.-]+$/.test(text) && text[0] !== '/'

/** Where only a part of the last name is computed, every file with such a name may be loaded. */
function withComputedName(path: string): string {
  const [, directory = '', name = ''] = /^(.*\/)([^/]*)$/.exec(path) ?? []
  return /\w/.test(name.replaceAll(UNKNOWN, '')) ? directory + name.replaceAll(UNKNOWN, '*') : path
}

const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll('\r', '')
    .replace(/\\\n\s{0,40}/g, ' ')
    .split('\n')

/** Of a word, the paths that may be loaded: one without a separator only where an interpreter takes it as a file. */
function pathsIn(word: Word, system: ImportContext['platform']['system'], isText: boolean): readonly string[] {
  const { text, runs, by, isPassedOn } = word
  if (by === 'source' || by === '.') return [text]
  if (runs && by !== '' && by !== 'eval') return /^[^\s()"';|&]{1,400}$/.test(text) ? spellings(word, system) : []
  return /[\\/]/.test(text) && (runs || ((isPassedOn || isText) && isScript(text))) ? [text] : []
}

/** The values that a loop gives its variable; a line that uses it is read once with each. */
const listOf = (name: string): string => `for ${name}`

function withLoops(line: string, values: Map<string, string>): readonly string[] {
  const [, name, given = ''] = loop.exec(line) ?? []
  if (name !== undefined && values.size < MAX_VARIABLES)
    values.set(listOf(name), nameDirectories(expand(given, values)))
  const used = [...line.matchAll(/\$\{?([A-Za-z_]\w*)\}?/g)].find(([, one = '']) => values.has(listOf(one)))
  if (used === undefined) return [line]
  const list = values.get(listOf(used[1] ?? '')) ?? ''
  const items = list.replace(/["']/g, '').match(/\S{1,300}/g) ?? []
  return items.slice(0, MAX_VALUES).map((item) => line.replaceAll(used[0], () => item))
}

/** The line with the values of variables that earlier lines, or the line itself, set to a path. */
function readAssignments(line: string, values: Map<string, string>): string {
  let text = nameDirectories(expand(line, values)).replace(orElse, '$1')
  for (const [, name = '', double, single, bare] of text.matchAll(assignment)) {
    const value = double ?? single ?? bare ?? ''
    const isPath = startsKnown.test(value) || plainPath.test(value)
    if (!isPath || values.size >= MAX_VARIABLES) continue
    values.set(name, value)
    text = expand(text, values)
  }
  return text
}

/** With `${NAME%/*}`, the directory of the value. */
const expand = (line: string, values: ReadonlyMap<string, string>): string =>
  values.size === 0
    ? line
    : line.replace(/\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(%\/\*)?\})/g, (all, bare, braced, isCut) => {
        const value = values.get(bare ?? braced)
        if (value === undefined) return all
        if (isCut === undefined) return value
        return value === SELF_FILE ? SELF : `${value}/..`
      })

/** Replaces the usual ways to write the directory of the script, and the directories that a command may name too. */
export function nameDirectories(line: string): string {
  let text = line.replace(substitution, '$($1)').replace(/\$\(\s*(dirname|cd|readlink|realpath)\s{2,}/g, '$($1 ')
  if (/\$\{?(?:0|BASH_SOURCE|\()/.test(text) || text.includes(SELF_FILE))
    text = text
      .replace(cutFile, SELF)
      .replace(selfFile, SELF_FILE)
      .replace(/\$\(\s+/g, '$(')
      .replace(/\s+\)/g, ')')
      .replace(realFile, '$1')
      .replace(directoryOfSelf, SELF)
  for (let depth = 0; depth < 4 && text.includes(SELF); depth++)
    text = text.replace(directoryAbove, '$1/..').replace(enteredSelf, '$1')
  return replaceKnownDirectories(text)
}
