/** Reads and writes the index of a segment in the cache. An index can be built again, so a doubtful one is thrown away. */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../system/make-directory.ts'
import { readRegular } from '../system/regular-file.ts'
import { replaceFile } from '../system/replace-file.ts'
import { checksum } from './checksum.ts'
import { type Names, type SegmentIndex, WORDS } from './index-rows.ts'
import { readAt } from './lines.ts'
import { type Segment, segmentName } from './segments.ts'

/** `HLX2`. Another format gets another number. */
const MAGIC = 0x32584c48
const HEADER = 8
const TAIL = 256
/** No index is larger than this. A larger file is not read, and the index is built again. */
const MOST_INDEX = 512 * 2 ** 20

export const indexFile = (cache: string, { number }: Segment): string => join(cache, `${segmentName(number)}.index`)

/** Undefined if there is no index, if it is damaged, or if it was built from another segment. */
export function loadIndex(file: string, descriptor: number, size: number): SegmentIndex | undefined {
  const found = readRegular(file, MOST_INDEX)
  if (found.kind !== 'bytes') return undefined
  try {
    return decoded(aligned(found.bytes), descriptor, size)
  } catch {
    return undefined
  }
}

/** Small files are read into the middle of a shared buffer, where the bytes may not be aligned to 32-bit words. */
const aligned = (bytes: Buffer): Buffer =>
  bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)

function decoded(bytes: Buffer, descriptor: number, size: number): SegmentIndex | undefined {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4))
  const [magic, count = 0, indexedTo = 0, damaged = 0, namesLength = 0, check, tail] = words.subarray(0, HEADER)
  const start = HEADER * 4
  const end = start + count * WORDS * 4
  if (magic !== MAGIC || bytes.length !== end + namesLength || indexedTo > size) return undefined
  if (checksum(bytes.subarray(start)) !== check || tailOf(descriptor, indexedTo) !== tail) return undefined
  const rows = words.subarray(HEADER, HEADER + count * WORDS)
  // The checksum matches, so these are the names that `saveIndex` wrote.
  const names = JSON.parse(bytes.toString('utf8', end)) as Names
  return { rows, count, indexedTo, damaged, names, positions: collectPositions(names) }
}

const collectPositions = ({ events, entries, sets }: Names): Map<string, number> =>
  new Map([
    ...events.map((name, at) => [`event ${name}`, at] as const),
    ...entries.map(([id], at) => [`entry ${id}`, at] as const),
    ...sets.map((members, at) => [`set ${members.join()}`, at] as const),
  ])

/** A checksum of the last bytes that were indexed. It differs if the segment was created again or cut. */
const tailOf = (descriptor: number, to: number): number =>
  checksum(readAt(descriptor, Math.max(0, to - TAIL), Math.min(to, TAIL)))

/** Replaces the file by rename. If the cache cannot be written, the index is built again next time. */
export function saveIndex(file: string, index: SegmentIndex, descriptor: number): void {
  const { rows, count, indexedTo, damaged, names } = index
  const used = rows.subarray(0, count * WORDS)
  const body = Buffer.concat([
    Buffer.from(used.buffer, used.byteOffset, used.byteLength),
    Buffer.from(JSON.stringify(names)),
  ])
  const namesLength = body.length - used.byteLength
  const header = Uint32Array.of(
    MAGIC,
    count,
    indexedTo,
    damaged,
    namesLength,
    checksum(body),
    tailOf(descriptor, indexedTo),
    0,
  )
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    makeDirectory(dirname(file))
    writeFileSync(temporary, Buffer.concat([Buffer.from(header.buffer), body]), { mode: 0o600, flag: 'wx' })
    replaceFile(temporary, file)
  } catch {
    remove(temporary)
  }
}

/** Removes the indexes of segments that rotation has taken away. */
export function sweepIndexes(cache: string, segments: readonly Segment[]): void {
  const kept = new Set(segments.map(({ number }) => segmentName(number)))
  try {
    for (const name of readdirSync(cache))
      if (!kept.has(name.slice(0, segmentName(0).length))) remove(join(cache, name))
  } catch {
    // There is no cache yet.
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The cache cannot be changed.
  }
}
