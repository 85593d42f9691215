/** Reads the checked-out branch from the repository's files, without starting git. */
import { dirname, join, resolve } from 'node:path'
import { isDirectory } from '../on-path.ts'
import { type GitFile, gitDirectoryIn, readGitFile } from './git-file.ts'

/** The result if the repository's file cannot be read. Rules treat it as an unknown name. */
export const UNKNOWN_BRANCH = '$(git branch --show-current)'

/** Undefined outside a repository, and if no branch is checked out. */
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
  // In a linked working tree `.git` is a file that names the directory.
  const file = readGitFile(git)
  if (typeof file === 'string') return file
  const directory = gitDirectoryIn(file)
  return directory === undefined ? 'missing' : readGitFile(join(resolve(dirname(git), directory), 'HEAD'))
}
