/** How much work one reading may cost: a text is short, what it unfolds to need not be. */

/** Counted in characters read or produced and nodes visited, so that it is the same on every machine, busy or not. */
export const MOST_WORK = 300_000
/** The longest value a word may grow to. */
export const MOST_VALUE = 64 * 1024
/** Words of all commands together: rules compare them with one another. */
const MOST_WORDS = 3_000
const NODE = 16
const PARSED = 4
/** What each text costs beside its characters, and each command beside its words. */
const TEXT = 300
const COMMAND = 100

/** Ends a reading from wherever it is; `readShell` makes a doubt of it. */
export class TooMuch extends Error {}

export class Budget {
  spent = 0
  private words = 0

  /** Some characters read or produced. */
  spend(work: number): void {
    this.spent += work
    if (this.spent > MOST_WORK) throw new TooMuch('more work than is done')
  }

  /** One node of the syntax, or one word. */
  node(): void {
    this.spend(NODE)
  }

  /** The words of one command that rules will look at. */
  command(count: number): void {
    this.spend(COMMAND)
    this.words += count
    if (this.words > MOST_WORDS) throw new TooMuch('more words than are read')
  }

  /** Text before it is given to the parser. */
  parsed(text: string): void {
    if (text.length > MOST_VALUE) throw new TooMuch(text.slice(0, 80))
    const { unclosed, deepest, openers } = bracketsIn(text)
    if (unclosed > MOST_UNCLOSED || deepest > MOST_NESTED) throw new TooMuch(text.slice(0, 80))
    this.spend(TEXT + PARSED * text.length + Math.ceil((unclosed * text.length) / 16 + (openers * text.length) / 64))
  }
}

/** What is about to be built, before it is built. */
export function sized(length: number): void {
  if (length > MOST_VALUE) throw new TooMuch('a value longer than is read')
}

/** `replaceAll`, unless its outcome is longer than is read. */
export function replacedAll(text: string, mark: string, by: string): string {
  const parts = text.split(mark)
  sized(text.length + (parts.length - 1) * by.length)
  return parts.join(by)
}

const MOST_UNCLOSED = 64
/** Brackets within brackets, of any kind: the parser reads the inner ones again for each one around them. */
const MOST_NESTED = 32
const openers = '([{'
const closers = ')]}'

interface Brackets {
  readonly unclosed: number
  readonly deepest: number
  /** Backticks and here-documents, whose end the parser looks for in all that follows. */
  readonly openers: number
}

/**
 * How deep brackets stand in one another, and how many openers nothing after them closes: the parser looks for the end of
 * each of those, through all that follows. Quotes are not read, so that both are at least what the parser meets.
 */
function bracketsIn(text: string): Brackets {
  const waiting = [0, 0, 0]
  let [unclosed, depth, deepest, ticks, documents] = [0, 0, 0, 0, 0]
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charAt(at)
    if (char === '`') ticks++
    if (char === '<' && text.charAt(at + 1) === '<') documents++
    const closes = closers.indexOf(char)
    if (closes !== -1) {
      waiting[closes] = (waiting[closes] ?? 0) + 1
      deepest = Math.max(deepest, ++depth)
    }
    const opens = openers.indexOf(char)
    if (opens === -1) continue
    const left = waiting[opens] ?? 0
    if (left > 0) {
      waiting[opens] = left - 1
      depth--
    } else unclosed++
  }
  return { unclosed, deepest: deepest + unclosed, openers: ticks + documents }
}
