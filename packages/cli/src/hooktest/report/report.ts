/** The type of a reporter: a function that prints a stream of results. */
import type { Io } from '../../io.ts'
import type { FileResult, Totals } from '../read/types.ts'
import type { Coverage } from '../run/coverage.ts'

interface ReportContext {
  readonly io: Io
  readonly verbose: boolean
  /** `off`, or the reason why it is on. */
  readonly network: string
  readonly watching: boolean
}
/** Available after the last result. */
export interface TestSummary {
  readonly totals: Totals
  readonly coverage?: readonly Coverage[]
}
export type Reporter = (
  results: AsyncIterable<FileResult>,
  end: () => TestSummary,
  context: ReportContext,
) => Promise<void>
