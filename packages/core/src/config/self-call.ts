/** Recognises entries with which an agent calls Hookline. Run as hooks, they would start Hookline recursively without end. */
import { commandLine } from '../command-line.ts'
import type { Entry } from '../flow.ts'
import { splitWords } from './split-words.ts'

/** Words that may precede `hookline` in the command. */
const launchers = new Set('npx bunx pnpx pnpm yarn npm node bun env exec dlx -- -y --yes --no --no-install'.split(' '))

/** The shorter suffix after a call, with which the agent gets an exit code even if Hookline crashes. */
const orExit = /\s*\|\|\s*exit\s+(\d+)\s*$/
/**
 * The suffixes that `connect` writes: one sentence if Hookline did not answer, then refuse or go on. Exit code 2 is an answer. The
 * sentence is in single quotes, so it is never shell text, and anything else in the braces is not ours.
 */
const sentence = "echo '([^'\\n]*)'(?: >&2)?"
const orRefuse = new RegExp(`\\s*\\|\\| \\{ \\[ \\$\\? = 2 \\] \\|\\| ${sentence}; exit 2; \\}\\s*$`)
const orGoOn = new RegExp(`\\s*\\|\\| \\{ \\[ \\$\\? = 2 \\] && exit 2; ${sentence}; \\}\\s*$`)

/** What the shell does if Hookline is missing or broken, as a suffix of a call. `text` is printed: a sentence, or a reply of the agent's. */
export const orElse = {
  refuse: (text: string): string => ` || { [ $? = 2 ] || echo '${inQuotes(text)}' >&2; exit 2; }`,
  goOn: (text: string): string => ` || { [ $? = 2 ] && exit 2; echo '${inQuotes(text)}' >&2; }`,
  reply: (text: string): string => ` || { [ $? = 2 ] && exit 2; echo '${inQuotes(text)}'; }`,
} as const

/** These texts are our own. A quote would end the shell's, and `echo` reads a backslash in some shells. */
function inQuotes(text: string): string {
  if (/['\\\n]/.test(text)) throw new Error(`this text cannot be part of a call: ${text}`)
  return text
}

/**
 * The same in PowerShell, which has no `||` before version 7. `$LASTEXITCODE` is $null if the program could not be started. A double
 * quote is written as `~`, so that the text can stand inside double quotes of another shell.
 */
const write = (stream: 'Error' | 'Out', text: string): string =>
  `[Console]::${stream}.WriteLine('${inQuotes(text).replaceAll('"', '~')}'.Replace('~', [string][char]34))`
export const orElseInPowerShell = {
  refuse: (text: string): string =>
    `; if ($LASTEXITCODE -ne 0) { if ($LASTEXITCODE -ne 2) { ${write('Error', text)} }; exit 2 }`,
  goOn: (text: string): string => elseInPowerShell(write('Error', text)),
  reply: (text: string): string => elseInPowerShell(write('Out', text)),
} as const
const elseInPowerShell = (action: string): string =>
  `; if ($LASTEXITCODE -eq 2) { exit 2 }; if ($LASTEXITCODE -ne 0) { ${action}; exit 0 }`

/**
 * One suffix for files that machines with either shell read. In PowerShell a backslash is an ordinary character, so its string ends
 * after the backslash, its part runs, and the rest is a comment. A POSIX shell sees one argument, which Hookline ignores, and then its
 * own part.
 */
export const orElseInBoth = (inPowerShell: string, inPosix: string): string =>
  ` --else "\\"${inPowerShell} #"${inPosix}`

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The suffixes with any sentence in them that no shell reads as anything else. */
const anyOf = (...suffixes: readonly ((text: string) => string)[]): string =>
  suffixes.map((suffix) => escapePattern(suffix('SENTENCE')).replace('SENTENCE', () => '[^\'"$`\\\\\\n]*')).join('|')

/** Few entries have such a part, so the patterns are made when one is found. */
const mentionsPowerShell = (command: string): boolean => command.includes('$LASTEXITCODE')
function withoutPowerShell(command: string): string {
  if (!mentionsPowerShell(command)) return command
  const { refuse, goOn, reply } = orElseInPowerShell
  const suffix = anyOf(refuse, goOn, reply)
  return command
    .replace(new RegExp(` --else "\\\\"(?:${suffix}) #"\\s*$`), '')
    .replace(new RegExp(`(?:${suffix})\\s*$`), '')
}

/** With `&` before it PowerShell runs a program whose path is in quotes. */
const withoutSuffix = (command: string): string =>
  withoutPowerShell(command.replace(orExit, '').replace(orRefuse, '').replace(orGoOn, '')).replace(/^& (?=')/, '')

/**
 * Whether the command is just `hookline run …`, perhaps with one of the suffixes above. Any other compound command does more than
 * call Hookline. With `args`, the command is the name of a program, so a whole call written there starts nothing.
 */
export function callsHookline(entry: Pick<Entry, 'command' | 'args'>): boolean {
  return callWords(entry) !== undefined
}

/** The level of the settings that hold this call, if it says so (`--from`). */
export function callLevel(entry: Pick<Entry, 'command' | 'args'>): string | undefined {
  const words = callWords(entry) ?? []
  const at = words.indexOf('--from')
  return at < 0 ? undefined : words[at + 1]
}

/** The absolute paths that this call starts: a launcher, or Node and a script. A name is searched on the PATH of the agent, which is not known. */
export function callPaths(entry: Pick<Entry, 'command' | 'args'>): readonly string[] {
  const { start = [] } = splitCall(entry) ?? {}
  return start.filter((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word))
}

/** The words from `run` on. Undefined if the entry does not call Hookline, or does more. */
const callWords = (entry: Pick<Entry, 'command' | 'args'>): readonly string[] | undefined => splitCall(entry)?.words

/** `start` is what is before `run`. */
function splitCall(
  entry: Pick<Entry, 'command' | 'args'>,
): { readonly start: readonly string[]; readonly words: readonly string[] } | undefined {
  const line = commandLine(entry)
  const call = line === undefined ? undefined : withoutSuffix(line)
  if (call === undefined || /[;&|<>()`\n]/.test(call)) return undefined
  const words = splitWords(call, /\\\S/.test(call) ? 'stays' : 'escapes')
  const at = words.findIndex((word) => /^hookline(\.[cm]?js|\.cmd|\.exe)?$/.test(nameOf(word)))
  const isCall = at >= 0 && words[at + 1] === 'run' && words.slice(0, at).every(isLauncher)
  return isCall ? { start: words.slice(0, at + 1), words: words.slice(at + 1) } : undefined
}

/** Whether the agent blocks if Hookline is killed or cannot start. */
export const blocksWithout = (command: string): boolean =>
  orExit.exec(command)?.[1] === '2' ||
  orRefuse.test(command) ||
  (mentionsPowerShell(command) && new RegExp(anyOf(orElseInPowerShell.refuse)).test(command))

const nameOf = (word: string): string => word.split(/[\\/]/).at(-1) ?? ''
const isLauncher = (word: string): boolean =>
  launchers.has(nameOf(word).replace(/\.exe$/, '')) || /^[A-Za-z_]\w*=/.test(word)

/** The skip reason of such an entry, in every edition. Nothing is lost, because the agent runs it. */
export const selfCall = {
  why: 'host-owned',
  detail: 'with this entry an agent calls Hookline, so Hookline does not run it',
} as const
