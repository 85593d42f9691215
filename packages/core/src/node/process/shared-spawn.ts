/** Starts the processes of many engines with one pool of FIFOs, because a pool of its own costs each engine a process. */
import type { Spawn } from '../../runners/command.ts'
import { createFifos } from './fifos.ts'
import { memoryDirectories } from './memory-directory.ts'
import { createSpawn } from './spawn.ts'

/**
 * Returns a function that creates the `Spawn` of one engine by a name of its own. A FIFO that one engine has used is never
 * used for another, because a hook may have kept an end open.
 */
export function createSharedSpawn(): (engine: string) => Spawn {
  const directories = memoryDirectories()
  const fifos = createFifos(directories)
  return (engine) =>
    createSpawn({
      directories,
      fifos: { ...fifos, take: (pool) => fifos.take(`${engine} ${pool}`), close: async () => {} },
    })
}
