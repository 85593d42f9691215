/** Finds the programs that a command starts and the scripts that it names. */
import { parse } from 'unbash'
import { asWritten, type ShellText } from '../code/shell/text.ts'
import { walkShell } from '../code/shell/walk.ts'
import { changesDirectory, directoriesBefore, directoryOptions, prefixDirectory } from './directories.ts'
import { type Backslash, splitWords, type Word } from './shell-words.ts'

export interface NamedScript {
  /** As written, without quotes. */
  readonly word: string
  /** Its range in the command; undefined inside another word (`bash -c "./x.sh"`). */
  readonly range?: { readonly start: number; readonly end: number; readonly plain: boolean }
  /** Started without an interpreter, so it must be executable. */
  readonly direct: boolean
  /** The program that reads it. */
  readonly by?: string
  /** The directories that the command changes to before it starts the script, in order; undefined if it changes none. */
  readonly from?: Directories
}
/** `unknown` means that the directory depends on something outside the text. */
export type Directories = readonly string[] | 'unknown'
export interface CommandLine {
  /** The first word of each command, without prefixes such as `env` and `exec`. */
  readonly programs: readonly Word[]
  readonly scripts: readonly NamedScript[]
}

const interpreter =
  /^(?:.*[/\\])?(sh|bash|zsh|dash|ksh|python[\d.]*|node|bun|deno|ruby|perl|pwsh|powershell|tsx|ts-node|uv|go|cmd)(?:\.exe)?$/i
const launchers = new Set(['npx', 'bunx', 'uvx', 'pnpx'])
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'cmd'])
/** Programs that start another program, and their options that take a value. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  env: ['-u', '--unset', '-C', '--chdir'],
  exec: ['-a'],
  command: [],
  builtin: [],
  nohup: [],
  setsid: [],
  time: ['-o', '-f'],
  sudo: ['-u', '-g', '-h', '-p', '-C', '-D'],
  doas: ['-u'],
  nice: ['-n'],
  ionice: ['-c', '-n'],
  stdbuf: ['-i', '-o', '-e'],
  timeout: ['-k', '-s', '--kill-after', '--signal'],
  gtimeout: ['-k', '-s', '--kill-after', '--signal'],
}
const extension = /\.(sh|bash|zsh|py|m?js|cjs|[mc]?ts|rb|pl|ps1|cmd|bat|go|php|lua)$/i
const keywords = new Set('if then else elif fi for do done while until case esac in ! { } function'.split(' '))
const takesProgram = /^--?(c|lc|ic|cl|e|eval|m|p|print|command|encodedcommand)$/i

const isScriptName = (word: string): boolean => extension.test(word)
const hasSeparator = (word: string): boolean => /[/\\]/.test(word)

/** A device or a process substitution, which cannot be a missing script. */
const isDevice = (word: string): boolean => /^(\/dev\/|\/proc\/|[<>]\()/.test(word)
const isFileWord = (word: string): boolean => (isScriptName(word) || hasSeparator(word)) && !isDevice(word)

export function readCommandLine(command: string, backslash: Backslash): CommandLine {
  const commands = commandsIn(command, backslash)
  return {
    programs: commands.flatMap(({ words: [program] }) => (program === undefined ? [] : [program])),
    scripts: commands.flatMap(({ words, from }) =>
      findScripts(words, backslash).map((script) => ({ ...script, ...joinDirectories(from, script.from) })),
    ),
  }
}

const joinDirectories = (outer: Directories = [], nested: Directories = []): Pick<NamedScript, 'from'> => {
  const from = outer === 'unknown' || nested === 'unknown' ? 'unknown' : [...outer, ...nested]
  return from.length === 0 ? {} : { from }
}

interface SimpleCommand {
  readonly words: readonly Word[]
  readonly from?: Directories
}

/** Parses as a Unix shell does, so that tests, redirections and patterns of `case` are not taken for programs. */
function commandsIn(command: string, backslash: Backslash): readonly SimpleCommand[] {
  const script = backslash === 'escapes' ? parse(command) : undefined
  if (script === undefined || (script.errors ?? []).length > 0) return simpleCommands(splitWords(command, backslash))
  const { runs, functions } = walkShell(script)
  return runs
    .filter(({ program, name }) => program !== undefined && !functions.has(name))
    .toSorted((a, b) => a.offset - b.offset)
    .map((run) => {
      // The filter above keeps only runs with a program.
      const words = [run.program as ShellText, ...run.args].map((text, at) => asWord(text, at === 0, command))
      return withDirectory(words, directoriesBefore(run, runs))
    })
    .filter(({ words }) => words.length > 0)
}

const withDirectory = (words: readonly Word[], before: Directories): SimpleCommand => ({
  words: withoutPrefix(words),
  ...joinDirectories(before, prefixDirectory(words)),
})

function asWord(text: ShellText, first: boolean, command: string): Word {
  const { start, end } = text
  const written = asWritten(text)
  return { text: written, start, end, first, plain: command.slice(start, end) === written }
}

/** Splits words into commands, each from its program on. */
function simpleCommands(words: readonly Word[]): readonly SimpleCommand[] {
  const lists: Word[][] = []
  for (const word of words) {
    if (word.first || lists.length === 0) lists.push([])
    lists.at(-1)?.push(word)
  }
  const moves = lists.findIndex(([program]) => changesDirectory.test(program?.text ?? ''))
  return lists
    .map((list, at) => withDirectory(list, moves >= 0 && at > moves ? 'unknown' : []))
    .filter((one) => one.words.length > 0)
}

function withoutPrefix(list: readonly Word[]): readonly Word[] {
  const [first, ...rest] = list
  if (first === undefined) return []
  if (/^[A-Za-z_]\w*=/.test(first.text) || keywords.has(first.text)) return withoutPrefix(rest)
  const name = first.text.split(/[\\/]/).at(-1) ?? ''
  const valued = Object.hasOwn(prefixes, name) ? prefixes[name] : undefined
  if (valued === undefined) return list
  // `command -v jq` only checks for jq and starts nothing.
  if (name === 'command' && /^-[vV]$/.test(rest[0]?.text ?? '')) return []
  let at = 0
  for (let word = rest[at]; word !== undefined && isOption(word, name); word = rest[at])
    at += valued.includes(word.text) ? 2 : 1
  return withoutPrefix(rest.slice(at))
}

const isOption = ({ text }: Word, prefix: string): boolean =>
  text.startsWith('-') || (/timeout$/.test(prefix) && /^\d+(\.\d+)?[smhd]?$/.test(text)) || /^[A-Za-z_]\w*=/.test(text)

function findScripts([program, ...args]: readonly Word[], backslash: Backslash): readonly NamedScript[] {
  if (program === undefined) return []
  if (launchers.has(program.text)) {
    const started = args.findIndex((word) => !word.text.startsWith('-'))
    return started < 0 ? [] : findScripts(args.slice(started), backslash).filter((script) => !script.direct)
  }
  const by = interpreter.exec(program.text)?.[1]?.toLowerCase()
  if (by === undefined) return isFileWord(program.text) ? [scriptAt(program, { direct: true })] : []
  for (const [at, word] of args.entries()) {
    if (takesProgram.test(word.text) || (by === 'cmd' && /^\/c$/i.test(word.text)))
      return shells.has(by) ? scriptsInside(args[at + 1], backslash) : []
    if (/^-f(ile)?$/i.test(word.text)) continue
    const moved = directoryOptions(by).exec(word.text)
    if (moved !== null) {
      const rest = args.slice(moved[1] === undefined ? at + 2 : at + 1)
      const directory = moved[1] ?? args[at + 1]?.text ?? ''
      return findScripts([program, ...rest], backslash).map((script) => ({
        ...script,
        ...joinDirectories([directory], script.from),
      }))
    }
    if (word.text.startsWith('-')) continue
    if (isDevice(word.text)) return []
    if (isFileWord(word.text)) return [scriptAt(word, { direct: false, by })]
  }
  return []
}

const scriptAt = (word: Word, how: { readonly direct: boolean; readonly by?: string }): NamedScript => ({
  word: word.text,
  range: { start: word.start, end: word.end, plain: word.plain },
  ...how,
})

/** The scripts in the text of `bash -c "./x.sh || true"`, without ranges. */
const scriptsInside = (word: Word | undefined, backslash: Backslash): readonly NamedScript[] =>
  word === undefined ? [] : readCommandLine(word.text, backslash).scripts.map(({ range: _, ...script }) => script)
