/**
 * SHA-256 of the few short texts that a start hashes, without `node:crypto`, which costs 4 ms to load.
 * Longer input gets the real one. The bundle's `createHash` for the engine.
 */
import type { Hash } from 'node:crypto'

/** So many bytes in all cost less than the loading. Far more would make V8 optimise this, and the exit wait for it. */
const MOST = 512
let left = MOST

export interface SmallHash {
  update(data: string | Uint8Array): SmallHash
  digest(encoding: 'hex'): string
}

/** As much of `node:crypto`'s as the engine uses. */
export function createHash(algorithm: 'sha256'): SmallHash {
  let pieces = Buffer.alloc(0)
  let real: Hash | undefined = left < 0 ? crypto().createHash(algorithm) : undefined
  const hash: SmallHash = {
    update(data) {
      if (real === undefined) {
        const bytes = typeof data === 'string' ? Buffer.from(data) : data
        pieces = Buffer.concat([pieces, bytes])
        left -= bytes.length
        if (left < 0) real = crypto().createHash(algorithm).update(pieces)
      } else real.update(data)
      return hash
    },
    digest: (encoding) => real?.digest(encoding) ?? sha256(pieces),
  }
  return hash
}

export const randomBytes = (size: number): Buffer => crypto().randomBytes(size)

const crypto = () => process.getBuiltinModule('node:crypto')

// FIPS 180-4: the fractional parts of the square roots of 8 primes, and of the cube roots of 64.
const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const round = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]

/** FIPS 180-4, 6.2. */
export function sha256(bytes: Uint8Array): string {
  const state = Int32Array.from(initial)
  const blocks = padded(bytes)
  const words = new Int32Array(64)
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let t = 0; t < 16; t++) words[t] = blocks.getInt32(at + 4 * t)
    for (let t = 16; t < 64; t++) {
      const w2 = word(words, t - 2)
      const w15 = word(words, t - 15)
      const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
      const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
      words[t] = s1 + word(words, t - 7) + s0 + word(words, t - 16)
    }
    compress(state, words)
  }
  return Array.from(state, (part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + sum + ((e & f) ^ (~e & g)) + (round[t] ?? 0) + word(words, t)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const after = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at++) state[at] = word(state, at) + (after[at] ?? 0)
}

const word = (list: Int32Array, at: number): number => list[at] ?? 0
const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by))

function padded(bytes: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 4, bytes.length * 8)
  return view
}
