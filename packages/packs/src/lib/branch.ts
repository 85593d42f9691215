/** The branch that is checked out, read from the repository's own file: no process. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Undefined outside a repository, and where no branch is checked out. */
export function branchAt(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const head = headIn(join(at, '.git'))
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/.exec(head.trim())?.[1]
    if (dirname(at) === at) return undefined
  }
}

function headIn(git: string): string | undefined {
  try {
    const found = statSync(git, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    if (found.isDirectory()) return readFileSync(join(git, 'HEAD'), 'utf8')
    // A working tree of its own names its directory in a file.
    const place = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1]
    return place === undefined ? undefined : readFileSync(join(resolve(dirname(git), place), 'HEAD'), 'utf8')
  } catch {
    return undefined
  }
}
