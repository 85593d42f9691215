/** Recognises entries with which an agent calls Hookline. Run as hooks, they would start Hookline recursively without end. */
import { commandLine } from '../command-line.ts'
import type { Entry } from '../flow.ts'
import { splitWords } from './split-words.ts'

/** Words that may precede `hookline` in the command. */
const launchers = new Set('npx bunx pnpx pnpm yarn npm node bun env exec dlx -- -y --yes --no --no-install'.split(' '))

/** The suffix that `init` writes after a call, so that the agent gets a blocking exit code even if Hookline crashes. */
const orExit = /\s*\|\|\s*exit\s+(\d+)\s*$/

/**
 * Whether the command is just `hookline run …`, perhaps with `|| exit 2`. Any other compound command does more than call
 * Hookline. With `args`, the command is the name of a program, so a whole call written there starts nothing.
 */
export function callsHookline(entry: Pick<Entry, 'command' | 'args'>): boolean {
  const call = commandLine(entry)?.replace(orExit, '')
  if (call === undefined || /[;&|<>()`\n]/.test(call)) return false
  const words = splitWords(call, /\\\S/.test(call) ? 'stays' : 'escapes')
  const at = words.findIndex((word) => /^hookline(\.[cm]?js|\.cmd)?$/.test(nameOf(word)))
  return at >= 0 && words[at + 1] === 'run' && words.slice(0, at).every(isLauncher)
}

/** Whether the agent blocks if Hookline is killed or cannot start. */
export const blocksWithout = (command: string): boolean => orExit.exec(command)?.[1] === '2'

const nameOf = (word: string): string => word.split(/[\\/]/).at(-1) ?? ''
const isLauncher = (word: string): boolean =>
  launchers.has(nameOf(word).replace(/\.exe$/, '')) || /^[A-Za-z_]\w*=/.test(word)

/** The skip reason of such an entry, in every edition. Nothing is lost, because the agent runs it. */
export const selfCall = {
  why: 'host-owned',
  detail: 'with this entry an agent calls Hookline, so Hookline does not run it',
} as const
