// Inputs that several targets use.
import fc from 'fast-check'

/** What parsers trip over. */
const odd = fc.constantFrom(
  ...[
    '',
    '\0',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\u200b',
    '\r\n',
    '\\',
    '"',
    "'",
    '`',
    '$',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '#',
    '//',
    '/*',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '1e999',
    '-0',
    'NaN',
    'null',
    'true',
    '\\u0000',
    '\\ud800',
    '{'.repeat(200),
    '['.repeat(2000),
  ],
)
export const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(odd, fc.string({ maxLength: 8 })), { maxLength: 30 }).map((parts) => parts.join('')),
)

/** A text with a few parts removed, doubled, moved or replaced. */
export const mutated = (strings) =>
  fc
    .tuple(strings, fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.nat(4), odd), { minLength: 1, maxLength: 4 }))
    .map(([whole, changes]) => changes.reduce(change, whole))

function change(whole, [position, length, kind, other]) {
  const at = whole.length === 0 ? 0 : position % (whole.length + 1)
  const [before, part, after] = [whole.slice(0, at), whole.slice(at, at + length), whole.slice(at + length)]
  return [before + after, before + part + part + after, before + other + part + after, before, part + before + after][
    kind
  ]
}

/** Any JSON value, with keys and texts that are dangerous as such. */
export const json = fc.oneof(fc.jsonValue(), fc.jsonValue({ stringUnit: 'binary' }), fc.dictionary(odd, fc.jsonValue()))

/** An object in which some fields were removed, added, or have another value. */
export const damaged = (objects) =>
  fc
    .tuple(
      objects,
      fc.array(fc.tuple(fc.nat(), fc.option(json, { nil: undefined })), { maxLength: 4 }),
      fc.dictionary(odd, json),
    )
    .map(([object, changes, more]) => {
      const result = { ...structuredClone(object), ...more }
      for (const [position, value] of changes) {
        const keys = Object.keys(result)
        const key = keys[position % Math.max(1, keys.length)]
        if (key === undefined) continue
        if (value === undefined) delete result[key]
        else Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true })
      }
      return result
    })
