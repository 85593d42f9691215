/** Helpers for the words of a command. */
import type { ShellWord } from './types.ts'

export const knownWord = (text: string): ShellWord => ({ text, known: true, glob: false })
export const unknownWord = (text: string): ShellWord => ({ text, known: false, glob: false })

/** Joins the words with spaces to one text. */
export const joinWords = (words: readonly ShellWord[]): ShellWord => ({
  text: words.map((word) => word.text).join(' '),
  known: words.every((word) => word.known),
  glob: false,
})

/** Whether a path names the program's own standard input. */
export const isInputFile = (path: string): boolean => /^(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(path)
