/** Reads a file of a repository, with a size limit: its text, or whether it is missing or unreadable. */
import { readRegular } from '@hookline/core/files'

export type GitFile = { readonly text: string } | 'missing' | 'unreadable'

export function readGitFile(path: string): GitFile {
  const read = readRegular(path)
  return read.kind === 'bytes'
    ? { text: read.bytes.toString('utf8') }
    : read.kind === 'missing'
      ? 'missing'
      : 'unreadable'
}

/** The directory that a working tree's `.git` file names. */
export const gitDirectoryIn = ({ text }: { readonly text: string }): string | undefined =>
  /^gitdir: (.+)$/m.exec(text)?.[1]
