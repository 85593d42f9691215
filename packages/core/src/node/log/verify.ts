/** Whether an audit log is as it was written: every record follows the one before, from where the chain begins to where it ends. */
import { setImmediate } from 'node:timers/promises'
import { type ChainMark, type Link, markFile, readMark } from './chain-mark.ts'
import { createWalk, type Fault, notWhole, type Spot, type Walk } from './chain-walk.ts'
import { linesFrom, readAt, withSegment } from './lines.ts'
import { LARGEST, listSegments, type Segment } from './segments.ts'

export interface LogLocation {
  readonly file: string
  readonly line: number
}

export interface LogReport {
  readonly files: readonly string[]
  /** Records of the chain. */
  readonly records: number
  /** Whole records that are not part of the chain: from before it began, or from after it was ended. */
  readonly outside: number
  /** The number of the first record: above 1 where rotation has deleted older ones. */
  readonly first?: number
  /** To be noted elsewhere: someone who writes all files again cannot keep it. */
  readonly last?: Link
  /** Lines that were cut short, when a process was killed in the middle of a write. */
  readonly torn: readonly LogLocation[]
  /** The chain was ended on purpose. */
  readonly ended?: true
  /** The first record that is not as it was written: its number, as far as that is known, and what is wrong. */
  readonly broken?: LogLocation & { readonly n?: number; readonly why: string }
}

/** So many bytes are read before others get their turn. */
const TURN = 4 * 2 ** 20
const MOST_TRIES = 5

/** Reads every segment of the log in this directory. Rejects only when the directory cannot be read. */
export async function verifyLog(directory: string): Promise<LogReport> {
  for (let attempt = 1; ; attempt++) {
    const before = readMark(directory)
    const report = await check(directory, before)
    // Rotation meanwhile takes away what was about to be read.
    if (report.broken === undefined || readMark(directory)?.first === before?.first || attempt === MOST_TRIES)
      return report
  }
}

async function check(directory: string, mark: ChainMark | undefined): Promise<LogReport> {
  const segments = listSegments(directory)
  const walk = createWalk(mark)
  for (const segment of segments) {
    walk.begin(segment)
    await readSegment(segment, walk)
    if (walk.broken() !== undefined) break
  }
  const { pending, torn, ...found } = walk.result()
  const fault = walk.broken() ?? missingIn(mark, found, pending)
  return {
    files: segments.map(({ file }) => file),
    ...found,
    torn: [...torn, ...pending].filter((spot) => spot !== fault?.spot).map(locate),
    ...(mark?.ended === true ? { ended: true } : {}),
    ...(fault === undefined ? {} : { broken: describe(fault, directory) }),
  }
}

async function readSegment(segment: Segment, walk: Walk): Promise<void> {
  if (withSegment(segment, 0, (_, size) => size) > LARGEST) {
    walk.reject('it is larger than any file that Hookline writes')
    return
  }
  let from = 0
  for (let next = -1; next !== from; await setImmediate()) {
    from = Math.max(0, next)
    next = withSegment(segment, from, (descriptor, size) => linesFrom(descriptor, from, size, walk.line, TURN))
  }
  // What comes after the last newline is half a line, or a record whose newline is missing.
  withSegment(segment, undefined, (descriptor, size) => {
    if (from < size) walk.line(readAt(descriptor, from, size - from), from)
  })
}

const describe = ({ spot, ...fault }: Fault, directory: string): NonNullable<LogReport['broken']> => ({
  ...(spot === undefined ? { file: markFile(directory), line: 1 } : locate(spot)),
  ...fault,
})

/** What the mark says of the ends of the chain, and the records do not show. */
function missingIn(
  mark: ChainMark | undefined,
  { first, last }: Pick<LogReport, 'first' | 'last'>,
  [half]: readonly Spot[],
): Fault | undefined {
  if (mark === undefined)
    return (
      last && {
        spot: undefined,
        why: 'it is missing or damaged, so that nothing shows where the chain begins and ends',
      }
    )
  if (mark.n === 0 || (mark.first ?? 1) > mark.n) return undefined
  if (last === undefined || last.n < mark.n)
    return half === undefined
      ? {
          spot: undefined,
          n: mark.n,
          why: 'it was written and is not there: records were removed at the end',
        }
      : { spot: half, n: (last?.n ?? mark.n - 1) + 1, why: notWhole }
  return first !== undefined && mark.first !== undefined && first > mark.first
    ? {
        spot: undefined,
        n: mark.first,
        why: `records ${mark.first} to ${first - 1} are not there, and rotation did not delete them`,
      }
    : undefined
}

function locate({ segment, offset }: Spot): LogLocation {
  const before = withSegment(segment, Buffer.alloc(0), (descriptor) => readAt(descriptor, 0, offset))
  let line = 1
  for (let at = before.indexOf(10); at >= 0; at = before.indexOf(10, at + 1)) line += 1
  return { file: segment.file, line }
}
