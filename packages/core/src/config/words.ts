/** The words of a command line, quotes taken off. A reading for checks and fingerprints, never for execution. */
const breaks = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '(', ')', '<', '>', '`'])

/** `"$CLAUDE_PROJECT_DIR"/x 'a b'` → `$CLAUDE_PROJECT_DIR/x`, `a b`. */
export function wordsOf(command: string): readonly string[] {
  const words: string[] = []
  let word = ''
  let quote = ''
  for (const character of `${command} `) {
    if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === '"' || character === "'") quote = character
    else if (!breaks.has(character)) word += character
    else if (word !== '') {
      words.push(word)
      word = ''
    }
  }
  return word === '' ? words : [...words, word.trimEnd()]
}
