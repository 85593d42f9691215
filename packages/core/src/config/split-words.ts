/** Splits a command line into words and removes quotes. For checks and fingerprints only, never for execution. */
import type { Platform } from '../ports.ts'

/** In a Unix shell a backslash escapes the next character. In PowerShell it is part of a path, and a backtick escapes. */
type Backslash = 'escapes' | 'stays'
export const backslashOf = (system: Platform['system']): Backslash => (system === 'win32' ? 'stays' : 'escapes')

const breaks = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '(', ')', '<', '>', '`'])

/** `"$CLAUDE_PROJECT_DIR"/x 'a b'` → `$CLAUDE_PROJECT_DIR/x`, `a b`. */
export function splitWords(command: string, backslash: Backslash): readonly string[] {
  const words: string[] = []
  const escapeCharacter = backslash === 'escapes' ? '\\' : '`'
  let word = ''
  let quote = ''
  let escaped = false
  for (let at = 0; at <= command.length; at++) {
    const character = command[at] ?? ' '
    if (escaped) {
      word += character
      escaped = false
    } else if (quote !== '') {
      if (backslash === 'stays' && character === '`' && quote === '"') escaped = true
      else if (character !== quote) word += character
      else if (backslash === 'stays' && command[at + 1] === quote) word += command[++at]
      else quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === escapeCharacter) escaped = true
    else if (!breaks.has(character)) word += character
    else if (word !== '') {
      words.push(word)
      word = ''
    }
  }
  return word.trim() === '' ? words : [...words, word.trimEnd()]
}
