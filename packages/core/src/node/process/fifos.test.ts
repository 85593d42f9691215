import { closeSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFifos, type Fifo } from './fifos.ts'
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

it.skipIf(!existsSync('/proc/self/fd'))('without batches, only as many are created as the runs need', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-fifos-'))
  const fifos = createFifos([directory], true, 0)
  const takeAll = () => {
    const taken: Fifo[] = []
    for (let one = fifos.take('project'); one !== undefined; one = fifos.take('project')) taken.push(one)
    return taken
  }
  fifos.warm()
  expect(readdirSync(directory)).toEqual([])
  fifos.warm(4)
  expect(await fifos.refill(4)).toBe(true)
  const taken = takeAll()
  expect(taken.length).toBe(4)
  expect(readdirSync(directory)).toEqual([])
  for (const { writer, waiter, release } of taken) {
    closeSync(writer)
    closeSync(waiter)
    release(true)
  }
  // Those that were used serve the next runs of the source.
  fifos.warm(4)
  expect(takeAll().length).toBe(4)
  await fifos.close()
  rmSync(directory, { recursive: true })
})
