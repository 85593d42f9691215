/** Splits a command line into words and removes quotes. For checks and fingerprints only, never for execution. */
const breaks = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '(', ')', '<', '>', '`'])

/** `"$CLAUDE_PROJECT_DIR"/x 'a b'` → `$CLAUDE_PROJECT_DIR/x`, `a b`. On Windows a backslash is part of a path. */
export function splitWords(command: string, backslash: 'escapes' | 'stays' = 'escapes'): readonly string[] {
  const words: string[] = []
  let word = ''
  let quote = ''
  let escaped = false
  for (const character of `${command} `) {
    if (escaped) {
      word += character
      escaped = false
    } else if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === '"' || character === "'") quote = character
    else if (character === '\\' && backslash === 'escapes') escaped = true
    else if (!breaks.has(character)) word += character
    else if (word !== '') {
      words.push(word)
      word = ''
    }
  }
  return word.trim() === '' ? words : [...words, word.trimEnd()]
}
