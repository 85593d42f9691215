import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createFifos } from './fifos.ts'
import { memoryDirectories } from './memory-directory.ts'

it.skipIf(process.platform === 'win32')('a used FIFO is reused only by hooks of the same source', async () => {
  const fifos = createFifos(memoryDirectories())
  expect(await fifos.refill(8)).toBe(true)
  const first = fifos.take('project')
  first?.release(true)
  const other = fifos.take('enterprise')
  const again = fifos.take('project')
  expect(other?.reader).not.toBe(first?.reader)
  if (existsSync('/proc/self/fd')) expect(again?.reader).toBe(first?.reader)
  other?.release(true)
  again?.release(true)
  await fifos.close()
})
