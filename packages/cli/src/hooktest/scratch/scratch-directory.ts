/** Creates a temporary directory whose name has only digits, because random letters could contain text that a hook searches for (`-f`, `rm`). */
import { randomInt } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function createScratchDirectory(): string {
  for (let tries = 0; ; tries++) {
    const directory = join(realpathSync(tmpdir()), `hookline.${randomInt(10 ** 7, 10 ** 8)}`)
    try {
      mkdirSync(directory, { mode: 0o700 })
      return directory
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') || tries > 100) throw thrown
    }
  }
}
