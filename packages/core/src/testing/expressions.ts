/** Expressions of Python and texts to search, made at random: few characters, so that they meet. */
import fc from 'fast-check'

const leaf = fc.constantFrom(
  ...[
    'a',
    'k',
    's',
    'I',
    'é',
    'ß',
    '.',
    '\\s',
    '\\S',
    '\\w',
    '\\W',
    '\\d',
    '\\D',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\Z',
    '-',
    '\\.',
    '😀',
  ],
  ...[
    '[a-k]',
    '[^a]',
    '[^\\w]',
    '[\\s-]',
    '[\\W\\d]',
    '[à-ÿ]',
    '[\\x80-\\uffff]',
    '[^\\x00-\\x7f]',
    '(?=a)',
    '(?!k)',
    '(?<=s)',
    '(?<!-)',
  ],
)
export const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('pattern'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, two]) => `(${one}|${two})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{,2}', '{1,3}', '+?', '*?'))
      .map(([one, times]) => `(?:${one})${times}`),
    fc.tuple(fc.constantFrom('[-.]', '-|\\.', '1+'), tie('pattern')).map(([one, two]) => `(${one})${two}\\1`),
    fc.tuple(fc.constantFrom('s', 'm', 'x'), tie('pattern')).map(([flag, one]) => `(?${flag}:${one})`),
  ),
}))
export const subject = fc
  .array(
    fc.constantFrom(
      'a',
      'A',
      'k',
      's',
      'i',
      'İ',
      'ı',
      'K',
      'ſ',
      'é',
      'É',
      'ẞ',
      '1',
      '٣',
      '-',
      '.',
      ' ',
      '\n',
      '\r',
      '\x1c',
      '\u2028',
      '😀',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
/** In ASCII. */
export const plain = fc
  .array(fc.constantFrom('a', 'A', 'k', 's', 'I', '1', '-', '.', ' ', '\n', '\r', '\x1c'), { maxLength: 8 })
  .map((parts) => parts.join(''))
