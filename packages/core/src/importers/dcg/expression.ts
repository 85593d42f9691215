/** An expression in Rust's syntax as one in JavaScript's that finds the same. */

export interface Expression {
  readonly regex: string
  readonly ignoreCase: boolean
}

/** POSIX classes, which JavaScript does not have. */
const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
}
/** Escapes that mean something else in JavaScript, or that are letters there. */
const unknownEscape = /[QEXRKGhHNCzZAa]/

/** A text says why there is no equivalent. */
export function readExpression(pattern: string): Expression | string {
  const flags = /^\(\?([a-zA-Z]+)\)/.exec(pattern)
  const given = flags?.[1] ?? ''
  const odd = [...given].find((flag) => flag !== 'i' && flag !== 's' && flag !== 'u')
  if (odd !== undefined) return `the flag ${odd}`
  const body = pattern.slice(flags?.[0].length ?? 0)
  const regex = translate(body, given.includes('s'))
  if (typeof regex !== 'string') return regex.why
  try {
    new RegExp(regex)
  } catch {
    return 'an expression that JavaScript does not have'
  }
  return { regex, ignoreCase: given.includes('i') }
}

function translate(body: string, dotIsAll: boolean): string | { readonly why: string } {
  let out = ''
  let inClass = false
  for (let at = 0; at < body.length; at++) {
    // The loop ends at the last character.
    const char = body[at] as string
    const rest = body.slice(at)
    if (char === '\\') {
      const next = body[at + 1] ?? ''
      at++
      if (next === 'A' && !inClass) out += '^'
      else if (next === 'z' && !inClass) out += '$'
      else if (/[pP]/.test(next)) return { why: `\\${next}` }
      else if (unknownEscape.test(next)) return { why: `\\${next}` }
      // An escaped mark is itself; some of them are no escapes in JavaScript.
      else out += `\\${next}`
    } else if (inClass) {
      const posix = /^\[:(\^?)(\w+):\]/.exec(rest)
      if (posix !== null) {
        const found = classes[posix[2] ?? '']
        if (found === undefined || posix[1] !== '') return { why: posix[0] }
        out += found
        at += posix[0].length - 1
      } else if (char === '[' || rest.startsWith('&&') || rest.startsWith('--') || rest.startsWith('~~'))
        return { why: 'classes inside classes' }
      else {
        inClass = char !== ']'
        out += char
      }
    } else if (char === '[') {
      inClass = true
      // A bracket at the beginning of a class is itself.
      const head = /^\[\^?\]?/.exec(rest)?.[0] ?? '['
      out += head.replace(/\]$/, '\\]')
      at += head.length - 1
    } else if (char === '.') out += dotIsAll ? '[^]' : '[^\\n]'
    else if (rest.startsWith('(?P<')) {
      out += '(?<'
      at += 3
    } else if (rest.startsWith('(?>')) return { why: 'atomic groups' }
    else if (/^\(\?(?![:=!<])/.test(rest)) return { why: /^\(\?[^):]*[):]?/.exec(rest)?.[0] ?? '(?' }
    else if (/^[*+?}]\+/.test(rest)) return { why: 'possessive repetitions' }
    else out += char
  }
  return out
}

/** The text that the expression finds alone, as a whole; undefined if it finds more. */
export function literalOf(pattern: string): string | undefined {
  const body = /^(?:\^|\\A)(.*)(?:\$|\\z)$/s.exec(pattern)?.[1]
  if (body === undefined || /\\$/.test(body.replaceAll(/\\\\/g, ''))) return undefined
  const plain = body.replaceAll(/\\[^A-Za-z0-9]/g, '')
  if (/[\\^$.|?*+()[\]{}]/.test(plain)) return undefined
  return body.replaceAll(/\\([^A-Za-z0-9])/gs, '$1')
}
