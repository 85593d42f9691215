/** The branch that is checked out, read from the repository's own file: no process. */
import { dirname, join, resolve } from 'node:path'
import { isDirectory } from '../on-path.ts'
import { type GitFile, gitDirectoryIn, readGitFile } from './git-file.ts'

/** What stands for the branch where the repository's file cannot be read: rules take it for a name that is not known. */
export const UNKNOWN_BRANCH = '$(git branch --show-current)'

/** Undefined outside a repository, and where no branch is checked out. */
export function branchAt(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const head = headIn(join(at, '.git'))
    if (head === 'unreadable') return UNKNOWN_BRANCH
    if (head !== 'missing') return /^ref: refs\/heads\/(.+)$/.exec(head.text.trim())?.[1]
    if (dirname(at) === at) return undefined
  }
}

function headIn(git: string): GitFile {
  if (isDirectory(git)) return readGitFile(join(git, 'HEAD'))
  // A working tree of its own names its directory in a file.
  const file = readGitFile(git)
  if (typeof file === 'string') return file
  const place = gitDirectoryIn(file)
  return place === undefined ? 'missing' : readGitFile(join(resolve(dirname(git), place), 'HEAD'))
}
