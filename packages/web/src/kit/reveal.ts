/** Shows characters that cannot be seen, or that change the order of what is read, as marks: `⟨U+202E⟩`. Pure. */

/** Tabs and line ends; the joiner between pictures and the selector of a coloured picture, of which emoji are made. */
const usual = String.raw`[\t\n ]|\r\n|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Emoji}\u200d])\ufe0f`

/**
 * Controls, format characters (bidirectional marks, zero-width ones, tags), line separators, spaces other than the usual one,
 * letters without a shape, and variation selectors.
 */
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`

export const unseen = new RegExp(`(?!${usual})${hidden}`, 'gu')

export const markOf = (code: number): string => `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`

export const reveal = (text: string): string => text.replace(unseen, (one) => markOf(one.codePointAt(0) ?? 0))
