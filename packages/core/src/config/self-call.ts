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

const withoutSuffix = (command: string): string => command.replace(orExit, '').replace(orRefuse, '').replace(orGoOn, '')

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

/** The words from `run` on. Undefined if the entry does not call Hookline, or does more. */
function callWords(entry: Pick<Entry, 'command' | 'args'>): readonly string[] | undefined {
  const line = commandLine(entry)
  const call = line === undefined ? undefined : withoutSuffix(line)
  if (call === undefined || /[;&|<>()`\n]/.test(call)) return undefined
  const words = splitWords(call, /\\\S/.test(call) ? 'stays' : 'escapes')
  const at = words.findIndex((word) => /^hookline(\.[cm]?js|\.cmd)?$/.test(nameOf(word)))
  const isCall = at >= 0 && words[at + 1] === 'run' && words.slice(0, at).every(isLauncher)
  return isCall ? words.slice(at + 1) : undefined
}

/** Whether the agent blocks if Hookline is killed or cannot start. */
export const blocksWithout = (command: string): boolean => orExit.exec(command)?.[1] === '2' || orRefuse.test(command)

const nameOf = (word: string): string => word.split(/[\\/]/).at(-1) ?? ''
const isLauncher = (word: string): boolean =>
  launchers.has(nameOf(word).replace(/\.exe$/, '')) || /^[A-Za-z_]\w*=/.test(word)

/** The skip reason of such an entry, in every edition. Nothing is lost, because the agent runs it. */
export const selfCall = {
  why: 'host-owned',
  detail: 'with this entry an agent calls Hookline, so Hookline does not run it',
} as const
