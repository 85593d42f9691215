/** Replaces characters that are invisible or that change the reading order by visible marks: `⟨U+202E⟩`. Pure. */

/** Allowed: tabs, line ends, and the joiners and variation selectors that emoji are made of. */
const allowed = String.raw`[\t\n ]|\r\n|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Emoji}\u200d])\ufe0f`

/**
 * Control and format characters (bidirectional marks, zero-width characters, tags), line separators, unusual spaces,
 * letters without a glyph, and variation selectors.
 */
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`

export const hiddenCharacters = new RegExp(`(?!${allowed})${hidden}`, 'gu')

export const formatCodePoint = (code: number): string => `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`

export const reveal = (text: string): string =>
  text.replace(hiddenCharacters, (character) => formatCodePoint(character.codePointAt(0) ?? 0))
