/** The report of vitest about the trials, as far as the page and the table need it. */

export interface Assertion {
  /** Theme, then agent and version. */
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly status: string
  readonly meta?: { readonly fault?: Fault; readonly cells?: readonly Cell[] }
}

interface Fault {
  readonly row: string
  /** `fail-closed`, `default`, or `alone`. */
  readonly policy: string
  readonly act: string
}

/** What a trial showed about one fact of the table, with Hookline. */
export interface Cell {
  readonly fact: string
  readonly text: string
}

export interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[]
}

export const assertionsOf = ({ testResults }: Report): readonly Assertion[] =>
  testResults.flatMap(({ assertionResults }) => assertionResults)
