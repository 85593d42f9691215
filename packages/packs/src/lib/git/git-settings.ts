/** Reads from git's settings whether commits are signed: the repository's file, then the person's. Starts no process. */
import { dirname, join, resolve } from 'node:path'
import { isDirectory } from '../on-path.ts'
import { type GitFile, gitDirectoryIn, readGitFile } from './git-file.ts'

/** False if a file that decides it cannot be read. */
export function signsCommits(directory: string, home: string): boolean {
  const files = [repositoryConfig(directory), join(home, '.gitconfig'), join(home, '.config/git/config')]
  for (const file of files) {
    const settings = typeof file === 'string' ? readGitFile(file) : file.kind
    const signs = settings === 'unreadable' ? false : gpgSignIn(settings)
    if (signs !== undefined) return signs
  }
  return false
}

/** A path, or why there is none. */
type ConfigPath = string | { readonly kind: 'unreadable' | 'missing' }

function repositoryConfig(directory: string): ConfigPath {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const git = join(at, '.git')
    if (isDirectory(git)) return join(git, 'config')
    const file = readGitFile(git)
    // A linked working tree shares the settings of its repository.
    if (file !== 'missing') return file === 'unreadable' ? { kind: file } : sharedConfig(git, file)
    if (dirname(at) === at) return { kind: 'missing' }
  }
}

function sharedConfig(git: string, file: { readonly text: string }): ConfigPath {
  const directory = gitDirectoryIn(file)
  return directory === undefined
    ? { kind: 'missing' }
    : resolve(dirname(git), directory.replace(/\/worktrees\/[^/]+\/?$/, ''), 'config')
}

function gpgSignIn(file: GitFile): boolean | undefined {
  if (typeof file === 'string') return undefined
  let section = ''
  let signs: boolean | undefined
  for (const line of file.text.split('\n')) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section
    const value = section === 'commit' ? /^\s*gpgsign\s*(?:=\s*(\S+)\s*)?$/i.exec(line.replace(/[#;].*$/, '')) : null
    if (value !== null) signs = !/^(false|no|off|0)$/i.test(value[1] ?? 'true')
  }
  return signs
}
