/** Copies files into a scratch directory, except large ones and anything that is not a regular file. */
import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { statOf } from '../../machine/file-stat.ts'

const skippedFolders = new Set(['node_modules', '.git', 'worktrees'])
const MAX_FILES = 2000
const MAX_BYTES = 32 * 2 ** 20

/** Follows links, so that the copy shares nothing with the original. */
export function copyFiles(from: string, to: string): void {
  const files = statOf(from)?.isDirectory() === true ? listFiles(from, '', { files: 0, bytes: 0 }) : ['']
  for (const name of files) {
    const target = name === '' ? to : join(to, name)
    mkdirSync(dirname(target), { recursive: true })
    copyOne(name === '' ? from : join(from, name), target)
  }
  if (files.length === 0) mkdirSync(to, { recursive: true })
}

/** Skips files that may not be read. A hook that needs one fails with its own message. */
function copyOne(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EACCES')) throw thrown
  }
}

interface Budget {
  files: number
  bytes: number
}

function listFiles(base: string, path: string, budget: Budget, depth = 0): readonly string[] {
  if (depth > 16) return []
  return readdirSync(join(base, path)).flatMap((name) => {
    const inner = join(path, name)
    const stats = skippedFolders.has(name) ? undefined : statOf(join(base, inner))
    if (stats?.isDirectory() === true) return listFiles(base, inner, budget, depth + 1)
    if (stats?.isFile() !== true || budget.files >= MAX_FILES || budget.bytes + stats.size > MAX_BYTES) return []
    budget.files += 1
    budget.bytes += stats.size
    return [inner]
  })
}
