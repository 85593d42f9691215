import { createHash as real } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHash, sha256 } from './small-hash.ts'

describe('the short way to a hash', () => {
  it('is the same as the system library at every length around a block', () => {
    for (let length = 0; length <= 700; length++) {
      const bytes = Buffer.alloc(length, (length * 31) % 251)
      expect(sha256(bytes), String(length)).toBe(real('sha256').update(bytes).digest('hex'))
    }
  })

  it('gives the same for many texts, and for long ones in pieces', () => {
    const pieces = ['héllo ', Buffer.alloc(300, 7), '→', Buffer.alloc(40_000, 8)]
    for (let count = 0; count < 10; count++) {
      const [ours, theirs] = [createHash('sha256'), real('sha256')]
      for (const piece of pieces.slice(0, (count % 4) + 1)) {
        ours.update(piece)
        theirs.update(piece)
      }
      expect(ours.digest('hex')).toBe(theirs.digest('hex'))
    }
  })
})
