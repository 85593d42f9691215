import { createHash as real } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHash } from './small-hash.ts'

describe('the short way to a hash', () => {
  it('is the same as the system library at every length around a block, and beyond what it does itself', () => {
    const lengths = [...Array.from({ length: 200 }, (_, at) => at), 4095, 4096, 65_535, 65_536, 65_537, 200_000]
    for (const length of lengths) {
      const bytes = Buffer.alloc(length, (length * 31) % 251)
      expect(createHash('sha256').update(bytes).digest('hex'), String(length)).toBe(
        real('sha256').update(bytes).digest('hex'),
      )
    }
  })

  it('takes text and bytes in pieces', () => {
    const pieces = ['héllo ', Buffer.alloc(40_000, 7), '→', Buffer.alloc(40_000, 8)]
    const [ours, theirs] = [createHash('sha256'), real('sha256')]
    for (const piece of pieces) {
      ours.update(piece)
      theirs.update(piece)
    }
    expect(ours.digest('hex')).toBe(theirs.digest('hex'))
  })
})
