/** Reads the syntax of a pattern: whether V8 can run it safely, and how to write it for the linear engine. */

/** JavaScript's white space, which includes more characters than the linear engine's. */
const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const DOT = '[^\\n\\r\\x{2028}\\x{2029}]'
/** With more optional parts or alternating groups than this, V8 may try too many combinations. */
const MAX_CHOICES = 8

/** Without unbounded repetition and with few choices, V8's backtracking takes constant time per position of the subject. */
export function isPlain(pattern: string): boolean {
  let choices = 0
  let inClass = false
  let depth = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '*' || char === '+' || char === '{') return false
    else if (char === '(') {
      depth++
      if (pattern[at + 1] === '?') at++
    } else if (char === ')') depth--
    else if (char === '?' || (char === '|' && depth > 0)) choices++
  }
  return choices <= MAX_CHOICES
}

/** The same expression in RE2's syntax, or undefined if RE2 has no equivalent. */
export function toLinear(pattern: string): string | undefined {
  let out = ''
  for (let at = 0; at < pattern.length; ) {
    const piece = readPiece(pattern, at)
    if (piece === undefined) return undefined
    out += piece.text
    at += piece.length
  }
  return out
}

interface Piece {
  readonly text: string
  readonly length: number
}

function readPiece(pattern: string, at: number): Piece | undefined {
  const char = pattern.charAt(at)
  if (char === '\\') return readEscape(pattern, at, false)
  if (char === '[') return readClass(pattern, at)
  if (char === '(') return readGroup(pattern, at)
  if (char === '.') return { text: DOT, length: 1 }
  if (char === '{') return readBraces(pattern, at)
  if (char === '}' || char === ']') return { text: `\\${char}`, length: 1 }
  return { text: char, length: 1 }
}

function readGroup(pattern: string, at: number): Piece | undefined {
  if (pattern[at + 1] !== '?') return { text: '(', length: 1 }
  if (pattern[at + 2] === ':') return { text: '(?:', length: 3 }
  const named = /^\(\?<[A-Za-z_$][\w$]*>/.exec(pattern.slice(at, at + 80))
  return named === null ? undefined : { text: '(', length: named[0].length }
}

/** Reads a repetition, or else literal braces. */
function readBraces(pattern: string, at: number): Piece {
  const counted = /^\{\d+(,\d*)?\}/.exec(pattern.slice(at, at + 24))
  return counted === null ? { text: '\\{', length: 1 } : { text: counted[0], length: counted[0].length }
}

function readClass(pattern: string, at: number): Piece | undefined {
  const negated = pattern[at + 1] === '^'
  let text = negated ? '[^' : '['
  let next = at + (negated ? 2 : 1)
  if (pattern[next] === ']') return undefined
  while (next < pattern.length && pattern[next] !== ']') {
    const char = pattern.charAt(next)
    const piece =
      char === '\\' ? readEscape(pattern, next, true) : { text: /[[\]&~^]/.test(char) ? `\\${char}` : char, length: 1 }
    if (piece === undefined) return undefined
    text += piece.text
    next += piece.length
  }
  return { text: `${text}]`, length: next + 1 - at }
}

function readEscape(pattern: string, at: number, inClass: boolean): Piece | undefined {
  const char = pattern[at + 1]
  if (char === undefined) return undefined
  if (char === 's') return { text: inClass ? SPACE : `[${SPACE}]`, length: 2 }
  if (char === 'S') return inClass ? undefined : { text: `[^${SPACE}]`, length: 2 }
  if (char === 'b' && inClass) return { text: '\\x08', length: 2 }
  if (/[dDwWtnrfv]/.test(char) || (/[bB]/.test(char) && !inClass)) return { text: `\\${char}`, length: 2 }
  if (char === 'x' || char === 'u') return readCode(pattern, at, char === 'x' ? 2 : 4)
  if (char === '0' && !/\d/.test(pattern[at + 2] ?? '')) return { text: '\\x00', length: 2 }
  // The remaining letters and digits are back-references, control characters or JavaScript's identity escapes.
  return /[\p{L}\p{N}]/u.test(char) ? undefined : { text: /[!-/:-@[-`{-~]/.test(char) ? `\\${char}` : char, length: 2 }
}

function readCode(pattern: string, at: number, digits: number): Piece | undefined {
  const code = pattern.slice(at + 2, at + 2 + digits)
  if (code.length !== digits || !/^[0-9a-fA-F]+$/.test(code)) return undefined
  // Only an engine that counts in code units can match half of a surrogate pair.
  if (/^[dD][89a-fA-F]/.test(code) && digits === 4) return undefined
  return { text: `\\x{${code}}`, length: 2 + digits }
}
