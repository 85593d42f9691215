/** The characters of an expression, one after another. */

/** Python would refuse the expression. */
export class Invalid extends Error {}
/** Python reads it; JavaScript has nothing that means the same. */
export class Different extends Error {}
export const invalid = (why: string): never => {
  throw new Invalid(why)
}
export const different = (what: string): never => {
  throw new Different(what)
}

export interface Scanner {
  peek(ahead?: number): string | undefined
  take(): string | undefined
  /** Takes it if it is next. */
  eat(text: string): boolean
  /** So many of these at most. */
  digits(of: RegExp, most: number): string
  /** Up to the character, which is taken too. */
  until(end: string, what: string): string
  at(): number
  back(to: number): void
}

export function scannerOf(text: string): Scanner {
  const chars = [...text]
  let at = 0
  const scanner: Scanner = {
    peek: (ahead = 0) => chars[at + ahead],
    take: () => chars[at++],
    eat(wanted) {
      const found = [...wanted].every((char, index) => chars[at + index] === char)
      if (found) at += wanted.length
      return found
    },
    digits(of, most) {
      let found = ''
      while (found.length < most && of.test(chars[at] ?? '')) found += chars[at++]
      return found
    },
    until(end, what) {
      let found = ''
      for (;;) {
        const char = chars[at++]
        if (char === undefined) return invalid(`${what} is not closed`)
        if (char === end) return found
        found += char
      }
    },
    at: () => at,
    back(to) {
      at = to
    },
  }
  return scanner
}
