/** Goes through the lines of an audit log in their order, and finds the first that does not follow from those before. */
import type { Chain } from '../../sinks/log-record.ts'
import { beginning, type ChainMark, type Link } from './chain-mark.ts'
import { decode, hashLine } from './frame.ts'
import type { Segment } from './segments.ts'

/** A line of a segment. */
export interface Spot {
  readonly segment: Segment
  readonly offset: number
  readonly length: number
}
export interface Fault {
  readonly spot: Spot | undefined
  readonly n?: number
  readonly why: string
}

export type Walk = ReturnType<typeof createWalk>

export function createWalk(mark: ChainMark | undefined) {
  const torn: Spot[] = []
  let [records, outside]: [number, number] = [0, 0]
  let [first, last]: [number | undefined, (Link & { readonly spot: Spot }) | undefined] = [undefined, undefined]
  let broken: Fault | undefined
  let segment: Segment = { number: 0, file: '' }
  /** Lines since the last record of the chain that are not whole: the next record says how long they are. */
  let pending: Spot[] = []
  /** Whether this segment is part of the chain; and its first record that is not. */
  let isChained = false
  let stranger: Spot | undefined

  const fail = (spot: Spot, n: number | undefined, why: string) => {
    broken ??= { spot, why, ...(n === undefined ? {} : { n }) }
  }

  function takeOutside(spot: Spot): void {
    outside += 1
    stranger ??= spot
    if (isChained) fail(spot, undefined, notOfTheChain)
    else pending = pending.filter((one) => one.segment !== segment)
  }

  function takeChained(chain: Chain, spot: Spot, hash: string): void {
    const { n, prev } = chain
    isChained = true
    if (stranger !== undefined) fail(stranger, undefined, notOfTheChain)
    checkTorn(chain, spot)
    const before = last ?? (n === 1 ? { ...beginning, spot } : undefined)
    if (before !== undefined && n !== before.n + 1)
      fail(spot, n, `number ${n} follows number ${before.n}: records were removed, added or moved`)
    else if (before !== undefined && prev !== before.hash)
      fail(before.spot, before.n, `it was changed: record ${n} has another hash of it`)
    if (n === mark?.n && hash !== mark.hash) fail(spot, n, 'it is not the record that was written')
    if (broken !== undefined) return
    records += 1
    first ??= n
    last = { n, hash, spot }
  }

  function checkTorn({ n, torn: length = 0 }: Chain, spot: Spot): void {
    const [one] = pending
    if (one !== undefined && pending.reduce((sum, line) => sum + line.length, 0) !== length)
      fail(one, last === undefined ? undefined : last.n + 1, notWhole)
    else if (one === undefined && length > 0) fail(spot, n, 'a half-written line before it was removed')
    torn.push(...pending)
    pending = []
  }

  return {
    broken: () => broken,
    /** Where a segment cannot be read line by line. */
    reject: (why: string) => fail({ segment, offset: 0, length: 0 }, undefined, why),
    begin(next: Segment): void {
      // In a segment outside the chain, nothing says how long a half-written line was.
      if (!isChained) pending = pending.filter((one) => one.segment !== segment)
      segment = next
      isChained = false
      stranger = undefined
    },
    line(bytes: Buffer, offset: number): void {
      if (broken !== undefined) return
      const spot = { segment, offset, length: bytes.length }
      const record = decode(bytes)
      if (record === undefined) pending.push(spot)
      else if (record.chain === undefined) takeOutside(spot)
      else takeChained(record.chain, spot, hashLine(bytes))
    },
    result() {
      const ends = last === undefined ? {} : { last: { n: last.n, hash: last.hash } }
      return { records, outside, torn, pending, ...(first === undefined ? {} : { first }), ...ends }
    },
  }
}

export const notWhole = 'it is not a whole record: it was changed, or someone added it'
const notOfTheChain = 'it is not part of the chain: someone added it, or an older version of Hookline wrote it'
