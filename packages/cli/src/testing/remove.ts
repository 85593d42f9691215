/** Removes a directory while processes of the test may still write into it: a worker that ends writes its code cache. */
import { rmSync } from 'node:fs'

const TRIES = 60

export async function removeDirectory(directory: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      rmSync(directory, { recursive: true, force: true })
      return
    } catch (error) {
      if (tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
