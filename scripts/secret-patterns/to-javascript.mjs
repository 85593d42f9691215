// Translates a Go (RE2) expression to an equivalent JavaScript expression in which every repetition is bounded.

/** The limit for an unbounded repetition. A longer token is found by its first part, and the rest is redacted with it. */
const MAX_REPEAT = 8192
const posix = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
}

/** `flags` is `i` if the whole expression ignores case. If only a part does, that part lists both cases. */
export function toJavaScript(source) {
  const whole = /^\(\?i\)/.test(source) && !/\(\?-i/.test(source)
  const reader = { source, at: 0, depth: 0, spell: !whole }
  const translated = readSequence(reader, { any: false, dotAll: false })
  if (reader.at < source.length) throw new Error(`could not translate ${source.slice(reader.at)} in ${source}`)
  new RegExp(translated, whole ? 'i' : '')
  return { source: translated, ...(whole ? { any: true } : {}) }
}

function readSequence(reader, outer) {
  let flags = outer
  let out = ''
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    const set = /^\(\?([is]*)(?:-([is]+))?\)/.exec(reader.source.slice(reader.at))
    if (set !== null) {
      flags = changed(flags, set)
      reader.at += set[0].length
    } else out += readPiece(reader, flags)
  }
  return out
}

const changed = (flags, [, on = '', off = '']) => ({
  any: (flags.any || on.includes('i')) && !off.includes('i'),
  dotAll: (flags.dotAll || on.includes('s')) && !off.includes('s'),
})

function readPiece(reader, flags) {
  const atom = readAtom(reader, flags)
  const many = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(reader.source.slice(reader.at))
  if (many === null) return atom
  reader.at += many[0].length
  const [, sign, least, comma, most, lazy] = many
  if (sign === '?') return `${atom}?${lazy}`
  if (sign !== undefined) return `${atom}{${sign === '+' ? 1 : 0},${MAX_REPEAT}}${lazy}`
  return comma === '' || most !== ''
    ? `${atom}{${least}${comma}${most}}${lazy}`
    : `${atom}{${least},${MAX_REPEAT}}${lazy}`
}

function readAtom(reader, flags) {
  const rest = reader.source.slice(reader.at)
  const group = /^\((?:\?!|\?P?<\w+>|\?([is]*)(?:-([is]+))?:)?/.exec(rest)
  if (group !== null) {
    reader.at += group[0].length
    return readGroup(reader, flags, group)
  }
  if (rest[0] === '[') return readClass(reader, flags)
  const [one] = /^(?:\\x[\da-fA-F]{2}|\\.|[\s\S])/.exec(rest) ?? []
  reader.at += one.length
  if (one === '\\z') return '$'
  if (one === '\\A') return '^'
  if (one === '.' && flags.dotAll) return '[^]'
  if (one === '{' || one === '}' || one === ']') return `\\${one}`
  return flags.any && reader.spell && /^[a-z]$/i.test(one) ? `[${one.toLowerCase()}${one.toUpperCase()}]` : one
}

/** A group is the secret only if it is not repeated, not named, and not inside another one. */
function readGroup(reader, flags, group) {
  const captures = group[0] === '('
  if (captures) reader.depth += 1
  const inside = readSequence(reader, group[0].endsWith(':') ? changed(flags, group) : flags)
  if (captures) reader.depth -= 1
  if (reader.source[reader.at] !== ')') throw new Error(`a group without an end in ${reader.source}`)
  reader.at += 1
  const isSecret = captures && reader.depth === 0 && !/[*+?{]/.test(reader.source[reader.at] ?? '')
  return `${isSecret ? '(' : group[0] === '(?!' ? '(?!' : '(?:'}${inside})`
}

function readClass(reader, flags) {
  const found = /^\[(\^?)(\]?(?:\[:\w+:\]|\\x[\da-fA-F]{2}|\\.|[^\]\\])*)\]/.exec(reader.source.slice(reader.at))
  if (found === null) throw new Error(`a class without an end in ${reader.source}`)
  reader.at += found[0].length
  const body = found[2].replace(/^\]/, '\\]').replace(/\[:(\w+):\]/g, (_, name) => posix[name])
  return `[${found[1]}${flags.any && reader.spell ? otherCase(body) : ''}${body}]`
}

/** The letters and ranges of a class in the other case. */
function otherCase(body) {
  const parts = body.match(/\\x[\da-fA-F]{2}|\\.|[a-zA-Z](?:-[a-zA-Z])?/g) ?? []
  return parts
    .filter((part) => !part.startsWith('\\'))
    .map((part) => (part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()))
    .filter((part) => !body.includes(part))
    .join('')
}
