/** Entries that are how an agent calls Hookline. Run as hooks they would start Hookline inside itself, without end. */
import { commandLine } from '../command-line.ts'
import type { Entry } from '../flow.ts'
import { splitWords } from './split-words.ts'

/** What may stand before the command's own name. */
const launchers = new Set('npx bunx pnpx pnpm yarn npm node bun env exec dlx -- -y --yes --no --no-install'.split(' '))

/** What `init` writes after a call: whatever ends Hookline, the agent sees an exit code that blocks. It does nothing else. */
const orExit = /\s*\|\|\s*exit\s+(\d+)\s*$/

/**
 * `hookline run …`, perhaps with `|| exit 2`, and nothing beside it: another compound command does more than call us.
 * With `args` the command is the name of a program, so a whole call written there starts nothing.
 */
export function callsHookline(entry: Pick<Entry, 'command' | 'args'>): boolean {
  const call = commandLine(entry)?.replace(orExit, '')
  if (call === undefined || /[;&|<>()`\n]/.test(call)) return false
  const words = splitWords(call, /\\\S/.test(call) ? 'stays' : 'escapes')
  const at = words.findIndex((word) => /^hookline(\.[cm]?js|\.cmd)?$/.test(nameOf(word)))
  return at >= 0 && words[at + 1] === 'run' && words.slice(0, at).every(isLauncher)
}

/** Whether the command blocks where Hookline is killed or cannot be started, as agents read exit codes. */
export const blocksWithout = (command: string): boolean => orExit.exec(command)?.[1] === '2'

const nameOf = (word: string): string => word.split(/[\\/]/).at(-1) ?? ''
const isLauncher = (word: string): boolean =>
  launchers.has(nameOf(word).replace(/\.exe$/, '')) || /^[A-Za-z_]\w*=/.test(word)

/** Held in every edition: nothing is lost, since the agent runs it. */
export const selfCall = {
  why: 'host-owned',
  detail: 'this is how an agent calls Hookline; it does not call itself',
} as const
