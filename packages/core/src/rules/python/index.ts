/** Python's `re.search(pattern, text, re.IGNORECASE)` in JavaScript. What has no exact counterpart is named, never approximated. */
import { emitAscii, emitUnicode } from './emit.ts'
import { parsePython } from './parse.ts'
import { Different, Invalid } from './scanner.ts'

export interface PythonSearch {
  /** For subjects in ASCII, with the flag `i`; mostly in linear time. */
  readonly ascii: string
  /** For all others, with the flags `i` and `v`. */
  readonly unicode: string
}
export type PythonReading =
  | ({ readonly kind: 'search' } & PythonSearch)
  /** Python refuses it: it never matches there. */
  | { readonly kind: 'invalid'; readonly why: string }
  | { readonly kind: 'different'; readonly why: string }

export function readPython(pattern: string): PythonReading {
  if (pattern.length > 4096) return { kind: 'different', why: 'more than 4096 characters' }
  try {
    const parsed = parsePython(pattern)
    return { kind: 'search', ascii: emitAscii(parsed), unicode: emitUnicode(parsed) }
  } catch (error) {
    if (error instanceof Invalid) return { kind: 'invalid', why: error.message }
    if (error instanceof Different) return { kind: 'different', why: error.message }
    throw error
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is the first character of ASCII
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
