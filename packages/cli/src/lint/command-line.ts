/** Which program a command starts, and which scripts it names. */
import { type Word, wordsOf } from './shell-words.ts'

export interface NamedScript {
  /** As written, quotes taken off. */
  readonly word: string
  /** Its place in the command; absent where it stands inside another word (`bash -c "./x.sh"`). */
  readonly place?: { readonly start: number; readonly end: number; readonly plain: boolean }
  /** Started by itself, so that it must be executable. */
  readonly direct: boolean
  /** The program that reads it. */
  readonly by?: string
}
export interface CommandLine {
  /** The first word of each command in it, without prefixes such as `env` and `exec`. */
  readonly programs: readonly Word[]
  readonly scripts: readonly NamedScript[]
}

const interpreter =
  /^(?:.*[/\\])?(sh|bash|zsh|dash|ksh|python[\d.]*|node|bun|deno|ruby|perl|pwsh|powershell|tsx|ts-node|uv|go|cmd)(?:\.exe)?$/i
const launchers = new Set(['npx', 'bunx', 'uvx', 'pnpx'])
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'cmd'])
const prefixes = new Set(['env', 'exec', 'command', 'nohup', 'time', 'sudo', 'nice', 'timeout', 'gtimeout'])
const extension = /\.(sh|bash|zsh|py|m?js|cjs|[mc]?ts|rb|pl|ps1|cmd|bat|go|php|lua)$/i
const keywords = new Set('if then else elif fi for do done while until case esac in ! { } [ [[ function'.split(' '))
const reads = /^--?(c|lc|ic|cl|e|eval|m|p|print|command|encodedcommand)$/i

export const isScriptName = (word: string): boolean => extension.test(word)
export const hasSeparator = (word: string): boolean => /[/\\]/.test(word)

export function readCommandLine(command: string, backslash: 'escapes' | 'stays' = 'escapes'): CommandLine {
  const words = wordsOf(command, backslash)
  const commands = simpleCommands(words)
  return {
    programs: commands.flatMap(([program]) => (program === undefined ? [] : [program])),
    scripts: commands.flatMap((one) => scriptsOf(one, backslash)),
  }
}

/** The words of each command, from its program on. */
function simpleCommands(words: readonly Word[]): readonly (readonly Word[])[] {
  const lists: Word[][] = []
  for (const word of words) {
    if (word.first || lists.length === 0) lists.push([])
    lists.at(-1)?.push(word)
  }
  return lists.map(withoutPrefix).filter((list) => list.length > 0)
}

function withoutPrefix(list: readonly Word[]): readonly Word[] {
  const [first, second] = list
  if (first === undefined) return []
  if (/^[A-Za-z_]\w*=/.test(first.text) || keywords.has(first.text)) return withoutPrefix(list.slice(1))
  if (!prefixes.has(first.text)) return list
  const skip = second !== undefined && /^(-|\d+[smh]?$)/.test(second.text) ? 2 : 1
  return withoutPrefix(list.slice(skip))
}

function scriptsOf([program, ...args]: readonly Word[], backslash: 'escapes' | 'stays'): readonly NamedScript[] {
  if (program === undefined) return []
  if (launchers.has(program.text)) {
    const started = args.findIndex((word) => !word.text.startsWith('-'))
    return started < 0 ? [] : scriptsOf(args.slice(started), backslash).filter((script) => !script.direct)
  }
  const by = interpreter.exec(program.text)?.[1]?.toLowerCase()
  if (by === undefined)
    return hasSeparator(program.text) || isScriptName(program.text) ? [named(program, { direct: true })] : []
  for (const [at, word] of args.entries()) {
    if (reads.test(word.text) || (by === 'cmd' && /^\/c$/i.test(word.text)))
      return shells.has(by) ? inner(args[at + 1], backslash) : []
    if (/^-f(ile)?$/i.test(word.text)) continue
    if (word.text.startsWith('-')) continue
    if (isScriptName(word.text) || hasSeparator(word.text)) return [named(word, { direct: false, by })]
  }
  return []
}

const named = (word: Word, how: { readonly direct: boolean; readonly by?: string }): NamedScript => ({
  word: word.text,
  place: { start: word.start, end: word.end, plain: word.plain },
  ...how,
})

/** `bash -c "./x.sh || true"`: the same reading, without places. */
const inner = (word: Word | undefined, backslash: 'escapes' | 'stays'): readonly NamedScript[] =>
  word === undefined ? [] : readCommandLine(word.text, backslash).scripts.map(({ place: _, ...script }) => script)
