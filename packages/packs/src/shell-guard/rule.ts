/** A rule of the shell guard: which programs it looks at, what it finds there, and the way out it offers. */
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'
import type { Place } from './places.ts'

/** `critical` cannot be undone; `high` is work that may be lost; `strict` is what a careful team wants to see first. */
export type Level = 'critical' | 'high' | 'strict'

export interface Sight {
  readonly command: ShellCommand
  readonly reading: ShellReading
  /** The whole text, for what no parse shows. */
  readonly text: string
  readonly level: Level
  placeOf(word: ShellWord): Place
}

export interface Finding {
  readonly level: Level
  readonly verdict: 'deny' | 'ask'
  /** What the command would do, as the end of "This would …". */
  readonly would: string
}

export interface Rule {
  readonly name: string
  /** The programs it looks at; `*` is every command. */
  readonly programs: readonly string[]
  readonly find: (sight: Sight) => Finding | undefined
  /** What to do instead. */
  readonly instead: string
}

export const deny = (would: string): Finding => ({ level: 'critical', verdict: 'deny', would })
export const ask = (would: string, level: Level = 'high'): Finding => ({ level, verdict: 'ask', would })
