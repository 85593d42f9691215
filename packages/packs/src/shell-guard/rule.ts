/** A rule of the shell guard: what it looks at, what it finds there, and the way out it offers. */
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'
import type { Place, Surroundings } from './places.ts'

/** `critical` cannot be undone; `high` is work that may be lost; `strict` is what a careful team wants to see first. */
export type Level = 'critical' | 'high' | 'strict'

/** The text as a whole. */
export interface View {
  readonly reading: ShellReading
  readonly text: string
  readonly level: Level
  /** Where the word points, seen from where the command runs or from a directory a `cd` went to. */
  placeOf(word: ShellWord, cwd?: string): Place
  readonly where: Surroundings
}

/** One command of it. */
export interface Sight extends View {
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

/** Looks at the commands of some programs; without `programs` at all of them. */
export interface Rule extends Named {
  readonly programs?: readonly string[]
  readonly find: (sight: Sight) => Finding | undefined
  /** For who asks about a command that comes near it: why it found nothing. */
  readonly remark?: (sight: Sight) => string | undefined
}

/** Looks once at the whole text: at its redirections, and at what the reader could not tell. */
export interface WholeRule extends Named {
  readonly findInText: (view: View) => Finding | undefined
}

export const deny = (would: string): Finding => ({ level: 'critical', verdict: 'deny', would })
export const ask = (would: string, level: Level = 'high'): Finding => ({ level, verdict: 'ask', would })
