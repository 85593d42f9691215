/** Copies files into a scratch place: what is too large, or no file, stays behind. */
import { accessSync, constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { statOf } from './stat.ts'

const leftOut = new Set(['node_modules', '.git', 'worktrees'])
const MOST_FILES = 2000
const MOST_BYTES = 32 * 2 ** 20

/** Links are followed: the copy shares nothing with what it was made from. */
export function copyFiles(from: string, to: string): void {
  const files = statOf(from)?.isDirectory() === true ? filesBelow(from, '', { files: 0, bytes: 0 }) : ['']
  for (const name of files) {
    const target = name === '' ? to : join(to, name)
    mkdirSync(dirname(target), { recursive: true })
    copyOne(name === '' ? from : join(from, name), target)
  }
  if (files.length === 0) mkdirSync(to, { recursive: true })
}

/** What may not be read stays behind too: a hook that needs it says so. */
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

function filesBelow(base: string, path: string, budget: Budget, depth = 0): readonly string[] {
  if (depth > 16) return []
  return readdirSync(join(base, path)).flatMap((name) => {
    const inner = join(path, name)
    const stats = leftOut.has(name) ? undefined : statOf(join(base, inner))
    if (stats?.isDirectory() === true) return filesBelow(base, inner, budget, depth + 1)
    if (stats?.isFile() !== true || budget.files >= MOST_FILES || budget.bytes + stats.size > MOST_BYTES) return []
    budget.files += 1
    budget.bytes += stats.size
    return [inner]
  })
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
