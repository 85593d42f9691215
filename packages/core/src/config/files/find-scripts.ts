/**
 * Finds the scripts that a command starts, and the words that name them, so that a copy can be named instead (CONTRACT §5).
 * What is not certain is left as it is: a word counts only if it surely is one known path.
 */
import { directoryVariables } from '../../agents/list.ts'
import type { Entry } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { isAbsolute, isWithin, lastPart, resolve } from '../paths.ts'
import { isAssignment, type ShellWord, splitShell } from './split-shell.ts'

export interface ScriptContext {
  readonly system: Platform['system']
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the bytes of this file were checked. */
  isChecked(path: string): boolean
}

export interface FoundScripts {
  /** Absolute, without duplicates. */
  readonly paths: readonly string[]
  /** False if the command may start other files that are not of the system. */
  readonly complete: boolean
  /** The command with the copies in place of the scripts. */
  replace(copyOf: (path: string) => string): Pick<Entry, 'command' | 'args'>
}

/** A word that names a script, or one that holds a command with such words. */
interface Reference {
  readonly word: ShellWord
  readonly path?: string
  readonly inner?: { readonly text: string; readonly references: readonly Reference[] }
}
type CopyOf = (path: string) => string

const MAX_LENGTH = 128 * 1024

export function findScripts(entry: Pick<Entry, 'command' | 'args' | 'shell'>, context: ScriptContext): FoundScripts {
  const { command = '', args, shell } = entry
  const { system, cwd } = context
  const search = createSearch(context)
  if (args !== undefined) {
    const words = [command, ...args].map((text, at) => ({ value: withDirectories(text, context), start: at, end: at }))
    search.readWords(words)
    return search.result((copyOf) => {
      const all = [command, ...args]
      for (const reference of search.references) all[reference.word.start] = textOf(reference, copyOf)
      const [first = '', ...rest] = all
      return { command: first, args: rest }
    })
  }
  if (command.length > MAX_LENGTH || shell === 'powershell') return search.unknown(entry)
  // The runner takes the whole text as a path if such a file exists.
  const whole = /["'`$~]/.test(command) || !/[/\\]/.test(command) ? undefined : resolve(system, cwd, command.trim())
  if (whole !== undefined && context.isChecked(whole))
    search.references.push({ word: { value: whole, start: 0, end: command.length }, path: whole })
  else search.readText(command)
  return search.result((copyOf) => ({ command: splice(command, search.references, copyOf) }))
}

const textOf = ({ path, inner }: Reference, copyOf: CopyOf): string =>
  path === undefined ? splice(inner?.text ?? '', inner?.references ?? [], copyOf) : copyOf(path)

function splice(text: string, references: readonly Reference[], copyOf: CopyOf): string {
  let result = text
  for (const reference of references.toSorted((a, b) => b.word.start - a.word.start))
    result = result.slice(0, reference.word.start) + quote(textOf(reference, copyOf)) + result.slice(reference.word.end)
  return result
}
const quote = (text: string): string => (/^[\w./@%+:,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const directories = new RegExp(`\\$\\{(${directoryVariables.join('|')})\\}`, 'g')
const withDirectories = (word: string, { env }: ScriptContext): string =>
  word.replace(directories, (written, name: string) => env[name] ?? written)

/** Words that run what follows them, with the options that take a value. */
const prefixes: Readonly<Record<string, string>> = {
  exec: '',
  command: '',
  nohup: '',
  time: '',
  setsid: '',
  env: '-u',
  nice: '-n',
  stdbuf: '-i -o -e',
  timeout: '-k -s --kill-after --signal',
  sudo: '-u -g',
  npx: '-p --package',
  bunx: '',
}
const keywords: ReadonlySet<string> = new Set('if then else elif do while until ! {'.split(' '))
/** Programs that do not run their operands. */
const readers: ReadonlySet<string> = new Set(
  '[ [[ test cat echo printf grep ls head tail wc stat chmod cp mv rm touch mkdir tee jq cut sort diff cmp true'.split(
    ' ',
  ),
)
/** Deeper nested `sh -c` are not read. */
const MAX_DEPTH = 8
/** Programs with a subcommand that runs what follows it. */
const runners: Readonly<Record<string, readonly string[]>> = {
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
}
interface Interpreter {
  /** Options with a value in the next word. */
  readonly valued: string
  /** Options after which the program is text, or not a file. */
  readonly inline: RegExp
  /** Options whose value is a file to load before the script. */
  readonly preloads?: string
  readonly subcommands?: readonly string[]
  /** Names that it completes. */
  readonly endings?: readonly string[]
}
const javaScript: Interpreter = {
  valued: '-C --conditions --input-type --title --tsconfig --config --env-file',
  inline: /^(-e|--eval|-p|--print|-pe|-|--test)$/,
  preloads: '-r --require --import --loader --experimental-loader --preload',
  subcommands: ['run'],
  endings: ['.js', '.mjs', '.cjs', '.ts'],
}
const shellInterpreter: Interpreter = { valued: '-o +o -O +O', inline: /^-s$/ }
const interpreters: Readonly<Record<string, Interpreter>> = {
  ...Object.fromEntries(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'].map((name) => [name, shellInterpreter])),
  ...Object.fromEntries(['node', 'bun', 'deno', 'tsx', 'ts-node'].map((name) => [name, javaScript])),
  python: { valued: '-W -X --check-hash-based-pycs', inline: /^(-c.*|-m.*|-)$/ },
  pypy: { valued: '-W -X', inline: /^(-c.*|-m.*|-)$/ },
  ruby: { valued: '-I -r', inline: /^(-e.*|-)$/ },
  perl: { valued: '-I', inline: /^(-[eE].*|-)$/ },
  php: { valued: '-d -c', inline: /^-r$/ },
  lua: { valued: '-l', inline: /^(-e|-)$/ },
  awk: { valued: '-v -F', inline: /^$/, preloads: '-f' },
  jq: { valued: '--arg', inline: /^$/, preloads: '-f --from-file' },
}
/** They take no script as an operand. */
const onlyPreloads: ReadonlySet<string> = new Set(['awk', 'jq'])
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'])
const scriptEnding = /\.(sh|bash|zsh|ksh|fish|[mc]?[jt]s|py|rb|pl|php|lua|ps1|cmd|bat)$/i

function createSearch(context: ScriptContext) {
  const { system, cwd, env } = context
  const references: Reference[] = []
  let complete = true
  /** Undefined after a `cd` to an unknown directory. */
  let base: string | undefined = cwd
  let found: Reference[] = references
  let depth = 0
  const values = new Map<string, string>()

  const readVariable = (name: string): string | undefined =>
    values.get(name) ?? (name === 'PWD' ? base : known.has(name) ? env[name] : undefined)

  function addScript(word: ShellWord | undefined, endings: readonly string[] = []): boolean {
    if (word === undefined) return false
    if (word.value === undefined || word.value === '') {
      complete = false
      return false
    }
    const isFull = isAbsolute(system, word.value)
    if (base === undefined && !isFull) {
      complete = false
      return false
    }
    const path = resolve(system, base ?? cwd, word.value)
    const checked = [path, ...endings.map((ending) => path + ending)].find((one) => context.isChecked(one))
    if (checked === undefined) {
      if (!isOfSystem(path)) complete = false
      return false
    }
    found.push({ word, path: checked })
    return true
  }
  /** Reads the command in a word that a shell gets after `-c`. */
  function addInner(word: ShellWord | undefined): void {
    if (word?.value === undefined || depth >= MAX_DEPTH) {
      complete = false
      return
    }
    const outer = found
    const inner: Reference[] = []
    found = inner
    const before = base
    depth++
    readText(word.value)
    depth--
    base = before
    found = outer
    if (inner.length > 0) found.push({ word, inner: { text: word.value, references: inner } })
  }
  function readText(text: string): void {
    const commands = splitShell(text, readVariable)
    if (commands === undefined) {
      complete = false
      return
    }
    const bases: (string | undefined)[] = []
    for (const part of commands) {
      if (part.kind === 'open') bases.push(base)
      else if (part.kind === 'close') base = bases.length > 0 ? bases.pop() : base
      else readWords(part.read(), text)
    }
  }
  function readWords(words: readonly ShellWord[], text = ''): void {
    let at = 0
    while (at < words.length && isAssignment(words[at])) at++
    if (at === words.length) {
      for (const word of words) setValue(word, text)
      return
    }
    at = skipPrefixes(words, at)
    const program = words[at]
    if (program === undefined) return
    if (program.value === undefined) {
      complete = false
      return
    }
    const { value } = program
    if (value === 'cd' || value === 'pushd') enter(words[at + 1])
    else if (value === 'source' || value === '.') addScript(words[at + 1])
    else if (value === 'eval') complete = false
    else {
      const name = lastPart(system, value)
        .replace(/\.exe$/i, '')
        .replace(/[\d.]+$/, '')
      const interpreter = Object.hasOwn(interpreters, name) ? interpreters[name] : undefined
      const isPath = /[/\\]/.test(value)
      // A link to an interpreter in the project, as in a virtual environment, finds its libraries by its place.
      if (isPath && interpreter === undefined) addScript(program)
      if (interpreter !== undefined) readOperands(words, at + 1, name, interpreter)
      else if (!readers.has(name) && words.slice(at + 1).some(mayRun)) complete = false
    }
  }
  function readOperands(words: readonly ShellWord[], from: number, name: string, rows: Interpreter): void {
    let at = from
    for (; at < words.length; at++) {
      const option = words[at]?.value
      if (option === undefined) {
        complete = false
        return
      }
      if (shells.has(name) && /^-[a-z]*c[a-z]*$/.test(option)) {
        addInner(words[at + 1])
        return
      }
      if (rows.inline.test(option)) {
        if (/^-m/.test(option)) complete = false
        return
      }
      if (has(rows.preloads ?? '', option)) {
        at++
        addScript(words[at])
      } else if (has(rows.valued, option)) at++
      else if (option === '--') {
        at++
        break
      } else if (!/^[-+]./.test(option) && !(rows.subcommands ?? []).includes(option)) break
    }
    if (!onlyPreloads.has(name)) addScript(words[at], rows.endings)
  }
  function skipPrefixes(words: readonly ShellWord[], from: number): number {
    let at = from
    for (;;) {
      const value = words[at]?.value
      if (value === undefined) return at
      const name = lastPart(system, value)
      const subcommands = Object.hasOwn(runners, name) ? runners[name] : undefined
      if (keywords.has(value)) {
        at++
        continue
      }
      if (subcommands?.includes(words[at + 1]?.value ?? '') === true) at += 2
      else if (Object.hasOwn(prefixes, name)) at++
      else return at
      const valued = prefixes[name] ?? ''
      for (let option = words[at]?.value; option?.startsWith('-') === true; option = words[at]?.value) {
        // It runs in another directory.
        if (/^(-C|-D|--chdir|--directory)/.test(option)) {
          base = undefined
          complete = false
        }
        at += has(valued, option) ? 2 : 1
      }
      while (at < words.length && isAssignment(words[at])) at++
      if (name === 'timeout') at++
    }
  }
  function enter(word: ShellWord | undefined): void {
    const to = word?.value
    base =
      to === undefined || to === '' || to.startsWith('-') || (base === undefined && !isAbsolute(system, to))
        ? undefined
        : resolve(system, base ?? cwd, to)
  }
  function setValue(word: ShellWord, text: string): void {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word.value ?? '') ?? []
    if (name === '') return
    const isSetOnce = text.split(new RegExp(`\\b${name}\\+?=`)).length === 2
    const isChanged = new RegExp(`\\b(?:for|read|unset|export|local|getopts)\\b[^;|&\\n]*\\b${name}\\b`).test(text)
    if (isSetOnce && !isChanged && !known.has(name)) values.set(name, value)
  }
  const mayRun = ({ value }: ShellWord): boolean =>
    value !== undefined &&
    /[/\\]/.test(value) &&
    scriptEnding.test(value) &&
    context.isChecked(resolve(system, base ?? cwd, value))

  return {
    references,
    readWords,
    readText,
    result: (replace: FoundScripts['replace']): FoundScripts => ({ paths: pathsOf(references), complete, replace }),
    unknown: ({ command, args }: Pick<Entry, 'command' | 'args'>): FoundScripts => ({
      paths: [],
      complete: false,
      replace: () => ({ ...(command === undefined ? {} : { command }), ...(args === undefined ? {} : { args }) }),
    }),
  }
}

const pathsOf = (references: readonly Reference[]): readonly string[] => [
  ...new Set(references.flatMap(({ path, inner }) => (path === undefined ? pathsOf(inner?.references ?? []) : [path]))),
]
const has = (list: string, option: string): boolean => option !== '' && ` ${list} `.includes(` ${option} `)

/** Variables whose value a shell takes from the environment, and that no event sets. */
const known: ReadonlySet<string> = new Set(['HOME', ...directoryVariables])

const systemDirectories = ['/bin', '/sbin', '/usr', '/opt/homebrew', '/nix', '/System', '/dev']
const isOfSystem = (path: string): boolean =>
  systemDirectories.some((directory) => isWithin('linux', directory, path)) ||
  /^[A-Za-z]:\\(Windows|Program Files)/i.test(path)
