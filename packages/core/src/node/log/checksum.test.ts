import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { checksum, plainChecksum } from './checksum.ts'

const samples = ['', 'a', '123456789', '{"v":1}', 'é → 🎣'.repeat(300), '\u0000\u00ff'.repeat(20_000)]

it.each(samples)('is the CRC-32 of Node for every text', (text) => {
  const bytes = Buffer.from(text)
  expect(plainChecksum(bytes)).toBe(crc32(bytes))
  expect(checksum(bytes)).toBe(crc32(bytes))
})
