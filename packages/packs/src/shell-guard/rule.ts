/** The shape of a rule of the shell guard: what it checks, what it finds, and the alternative it offers. */
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'
import type { CommandContext, PathKind } from './path-kind.ts'

/** `critical` cannot be undone, `high` may lose work, and `strict` is what a careful team wants to see first. */
export type Level = 'critical' | 'high' | 'strict'

/** The whole shell text, as rules see it. */
export interface TextView {
  readonly reading: ShellReading
  readonly text: string
  readonly level: Level
  /** The kind of path that a word names, relative to the directory of the command or to the target of a `cd`. */
  kindOf(word: ShellWord, cwd?: string): PathKind
  readonly where: CommandContext
}

/** One command of the text. */
export interface CommandView extends TextView {
  readonly command: ShellCommand
}

export interface Finding {
  readonly level: Level
  readonly verdict: 'deny' | 'ask'
  /** What the command would do, as the end of "This would …". */
  readonly would: string
}

interface Named {
  readonly name: string
  /** What to do instead. */
  readonly instead: string
}

/** Checks the commands of some programs; without `programs`, all commands. */
export interface Rule extends Named {
  readonly programs?: readonly string[]
  readonly find: (sight: CommandView) => Finding | undefined
  /** For `hookline explain`: why the rule did not match a similar command. */
  readonly remark?: (sight: CommandView) => string | undefined
}

/** Checks the whole text once: its redirections, and what the shell reader could not resolve. */
export interface WholeRule extends Named {
  readonly findInText: (view: TextView) => Finding | undefined
}

export const deny = (would: string): Finding => ({ level: 'critical', verdict: 'deny', would })
export const ask = (would: string, level: Level = 'high'): Finding => ({ level, verdict: 'ask', would })
