// Finds the words of every file of the repository that git tracks.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findInName, findWords } from './find.mjs'
import { ignored, pending } from './list.mjs'

const isUnder = (file, directory) => file === directory || file.startsWith(`${directory}/`)

/** `all` includes the directories that are still to be done; `only` names directories or files, and includes them too. */
export function findInRepository({ all = false, only = [] } = {}) {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|js|md|txt)$/.test(file) && !ignored.some((pattern) => pattern.test(file)))
    .filter((file) => only.length === 0 || only.some((directory) => isUnder(file, directory)))
    .filter((file) => all || only.length > 0 || !pending.some((directory) => isUnder(file, directory)))
  return { files, findings: files.flatMap(findInFile) }
}

function findInFile(file) {
  const text = readFileSync(file, 'utf8')
  return [
    ...findInName(file).map(({ found, use }) => ({ file, line: 0, found, use })),
    ...findWords(file, text).map(({ offset, found, use }) => ({
      file,
      line: text.slice(0, offset).split('\n').length,
      found,
      use,
    })),
  ]
}
