/** Limits the work of one reading: a short text can expand to a very long one. */

/** Counted in characters and syntax nodes rather than time, so that the limit is the same on every machine. */
export const MAX_WORK = 300_000
/** The maximum length of a word's value. */
export const MAX_VALUE = 64 * 1024
/** The maximum number of words of all commands together: rules compare them with one another. */
const MAX_WORDS = 3_000
const NODE_COST = 16
const PARSE_COST = 4
/** The fixed cost of each text and each command. */
const TEXT_COST = 300
const COMMAND_COST = 100

/** Thrown to stop a reading at any point; `readShell` reports it as a doubt. */
export class BudgetExceeded extends Error {}

export class Budget {
  spent = 0
  private words = 0

  /** Counts characters that were read or produced. */
  spend(work: number): void {
    this.spent += work
    if (this.spent > MAX_WORK) throw new BudgetExceeded('the command takes too much work to read')
  }

  /** Counts one syntax node or word. */
  countNode(): void {
    this.spend(NODE_COST)
  }

  /** Counts a command with its words. */
  countCommand(count: number): void {
    this.spend(COMMAND_COST)
    this.words += count
    if (this.words > MAX_WORDS) throw new BudgetExceeded('the command has too many words to read')
  }

  /** Counts a text before it is parsed. */
  countParse(text: string): void {
    if (text.length > MAX_VALUE) throw new BudgetExceeded(text.slice(0, 80))
    const { unclosed, deepest, openers } = countBrackets(text)
    if (unclosed > MAX_UNCLOSED || deepest > MAX_NESTED) throw new BudgetExceeded(text.slice(0, 80))
    this.spend(
      TEXT_COST + PARSE_COST * text.length + Math.ceil((unclosed * text.length) / 16 + (openers * text.length) / 64),
    )
  }
}

/** Throws if a value that is about to be built would be too long. */
export function checkLength(length: number): void {
  if (length > MAX_VALUE) throw new BudgetExceeded('a value is too long to read')
}

/** `replaceAll`, but throws if the result would be too long. */
export function replaceAllChecked(text: string, mark: string, by: string): string {
  const parts = text.split(mark)
  checkLength(text.length + (parts.length - 1) * by.length)
  return parts.join(by)
}

const MAX_UNCLOSED = 64
/** Limits nested brackets of any kind: the parser reads the inner ones again for each outer one. */
const MAX_NESTED = 32
const openers = '([{'
const closers = ')]}'

interface Brackets {
  readonly unclosed: number
  readonly deepest: number
  /** Backticks and here-documents: the parser searches the whole rest of the text for their end. */
  readonly openers: number
}

/**
 * Counts how deeply brackets are nested, and how many are never closed: for each of those the parser searches the whole rest
 * of the text. Quotes are ignored, so that both numbers are at least as large as what the parser sees.
 */
function countBrackets(text: string): Brackets {
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
