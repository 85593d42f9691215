/** SHA-256 of short texts without `node:crypto`, which costs 4 ms to load; long ones go there. The bundle's `createHash`. */
import type { Hash } from 'node:crypto'

const LONGEST = 64 * 1024

/** As much of `node:crypto`'s as the engine uses: `update`, `digest('hex')`. */
export function createHash(algorithm: 'sha256'): SmallHash {
  let pieces: Uint8Array[] = []
  let length = 0
  let real: Hash | undefined
  const hash: SmallHash = {
    update(data) {
      const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data)
      length += bytes.length
      if (real === undefined && length > LONGEST) {
        real = process.getBuiltinModule('node:crypto').createHash(algorithm)
        for (const piece of pieces) real.update(piece)
        pieces = []
      }
      if (real === undefined) pieces.push(bytes)
      else real.update(bytes)
      return hash
    },
    digest: (encoding) => real?.digest(encoding) ?? sha256(Buffer.concat(pieces)),
  }
  return hash
}
export interface SmallHash {
  update(data: string | Uint8Array): SmallHash
  digest(encoding: 'hex'): string
}

export const randomBytes = (size: number): Buffer => process.getBuiltinModule('node:crypto').randomBytes(size)

/** FIPS 180-4, 6.2. */
function sha256(bytes: Uint8Array): string {
  const { round, initial } = constants()
  const state = Uint32Array.from(initial)
  const blocks = padded(bytes)
  const words = new Uint32Array(64)
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let t = 0; t < 16; t++) words[t] = blocks.getUint32(at + 4 * t)
    for (let t = 16; t < 64; t++) {
      const [w2, w15] = [word(words, t - 2), word(words, t - 15)]
      const [s1, s0] = [turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10), turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)]
      words[t] = s1 + word(words, t - 7) + s0 + word(words, t - 16)
    }
    compress(state, words, round)
  }
  return [...state].map((part) => part.toString(16).padStart(8, '0')).join('')
}

function compress(state: Uint32Array, words: Uint32Array, round: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + big1 + ((e & f) ^ (~e & g)) + word(round, t) + word(words, t)) | 0
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [at, add] of [a, b, c, d, e, f, g, h].entries()) state[at] = word(state, at) + add
}

const word = (list: Uint32Array, at: number): number => list[at] ?? 0
const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by))

function padded(bytes: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 4, bytes.length * 8)
  return view
}

/** The fractional parts of the cube and square roots of the first primes. */
function constants(): { readonly round: Uint32Array; readonly initial: Uint32Array } {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
  return {
    round: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  }
}
