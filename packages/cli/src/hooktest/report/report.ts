/** What a reporter is: one function over the stream of results. It prints and returns nothing. */
import type { Io } from '../../io.ts'
import type { FileResult, Totals } from '../read/types.ts'
import type { Coverage } from '../run/coverage.ts'

interface ReportContext {
  readonly io: Io
  readonly verbose: boolean
  /** `off`, or why it is not. */
  readonly network: string
  readonly watching: boolean
}
/** Asked for when the last result has come. */
export interface Ending {
  readonly totals: Totals
  readonly coverage?: readonly Coverage[]
}
export type Reporter = (results: AsyncIterable<FileResult>, end: () => Ending, context: ReportContext) => Promise<void>
