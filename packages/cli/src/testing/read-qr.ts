/** Decodes a QR code (ISO/IEC 18004): level M, up to version 10, byte mode, without error correction. */
import type { Page } from 'playwright-core'

/** Rows of modules; true is dark. */
export type Modules = readonly (readonly boolean[])[]

/** Reads the QR code that the page shows, without the quiet zone of four modules around it. */
export const readModules = (page: Page): Promise<Modules> =>
  page.evaluate(`(() => {
    const svg = document.querySelector('svg[aria-label*="QR code"]')
    const { width } = svg.viewBox.baseVal
    const canvas = new OffscreenCanvas(width, width).getContext('2d')
    canvas.fill(new Path2D(svg.querySelector('path').getAttribute('d')))
    const inside = Array.from({ length: width - 8 }, (_, at) => at + 4)
    const { data } = canvas.getImageData(0, 0, width, width)
    return inside.map((y) => inside.map((x) => data[4 * (y * width + x) + 3] > 127))
  })()`)

/** The number of data bytes in each block, by version. */
const blocks: readonly (readonly number[])[] = [
  [],
  [16],
  [28],
  [44],
  [32, 32],
  [43, 43],
  [27, 27, 27, 27],
  [31, 31, 31, 31],
  [38, 38, 39, 39],
  [36, 36, 36, 37, 37],
  [43, 43, 43, 43, 44],
]
const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

export function readQr(modules: Modules): string {
  const size = modules.length
  const version = (size - 17) / 4
  const dark = (x: number, y: number): boolean => modules[y]?.[x] === true
  const format = bitsToNumber(formatPositions.map(([x, y]) => dark(x, y))) ^ 0x5412
  const [level, mask] = [format >> 13, masks[(format >> 10) & 7]]
  const sizes = blocks[version]
  if (level !== 0 || mask === undefined || sizes === undefined)
    throw new Error(`not a QR code of level M up to version 10: size ${size}, level ${level}`)
  const bits = zigzag(size)
    .filter(([x, y]) => !isFixed(x, y, size))
    .map(([x, y]) => dark(x, y) !== (mask(x, y) === 0))
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bitsToNumber(bits.slice(8 * at, 8 * at + 8)),
  )
  return decodeText(joinBlocks(bytes, sizes), version)
}

const bitsToNumber = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + Number(bit), 0)

const formatPositions: readonly (readonly [number, number])[] = [
  ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => [x, 8] as const),
  ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y] as const),
]

/** The order of modules: pairs of columns from the right, alternately up and down, without the column of the timing pattern. */
function zigzag(size: number): readonly (readonly [number, number])[] {
  const rights = [...Array(size).keys()].filter((x) => (x > 6 ? x % 2 === 0 : x % 2 === 1)).reverse()
  return rights.flatMap((right, at) =>
    [...Array(size).keys()].flatMap((down) => {
      const y = at % 2 === 0 ? size - 1 - down : down
      return [[right, y] as const, [right - 1, y] as const]
    }),
  )
}

/** Whether a module has no data: finder, timing and alignment patterns, format and version. */
function isFixed(x: number, y: number, size: number): boolean {
  const far = (at: number) => at >= size - 8
  if (x === 6 || y === 6 || (x < 9 && y < 9) || (far(x) && y < 9) || (x < 9 && far(y))) return true
  const version = (size - 17) / 4
  if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true
  const near = (at: number) => alignmentCentres(version, size).filter((centre) => Math.abs(at - centre) <= 2)
  return near(x).some((cx) =>
    near(y).some((cy) => !((cx === 6 && cy === 6) || (cx === 6 && far(cy)) || (far(cx) && cy === 6))),
  )
}

function alignmentCentres(version: number, size: number): readonly number[] {
  if (version === 1) return []
  return version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7]
}

/** Blocks are interleaved byte by byte. This puts them one after the other. */
function joinBlocks(bytes: readonly number[], sizes: readonly number[]): readonly number[] {
  const out: number[][] = sizes.map(() => [])
  let at = 0
  for (let n = 0; n < Math.max(...sizes); n += 1)
    for (const [block, size] of sizes.entries()) if (n < size) out[block]?.push(bytes[at++] ?? 0)
  return out.flat()
}

function decodeText(bytes: readonly number[], version: number): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  if (!bits.startsWith('0100')) throw new Error('the text is not in byte mode')
  const start = version < 10 ? 12 : 20
  const length = Number.parseInt(bits.slice(4, start), 2)
  const text = bits.slice(start, start + 8 * length).match(/.{8}/g) ?? []
  return Buffer.from(text.map((byte) => Number.parseInt(byte, 2))).toString('utf8')
}
