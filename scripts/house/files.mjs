// The code files of the packages, each with what it is: source, test or generated.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tables } from './lists.mjs'
import { root } from './root.mjs'

const testFile = /\.test\.tsx?$|\.agents\.ts$|\.trial\.mjs$/
const testFolder = /\/(testing|real-agents|team-browser|panel\/browser)\//
const generatedFile = /\/gen\/|^packages\/cli\/src\/demo\/scripts\.ts$/
const generatedLine = /@generated|: generated\b|\bGenerated (by|from)\b/

export const isTestFile = (path) => testFile.test(path)

/** What a file is, from its path and its text. */
export function kindOf(path, text) {
  if (isTestFile(path) || testFolder.test(path)) return 'test'
  const firstLine = text.slice(0, text.indexOf('\n'))
  return generatedFile.test(path) || generatedLine.test(firstLine) ? 'generated' : 'source'
}

/** Every code file below a folder, tracked or new. */
export function readFiles(folder = 'packages') {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path) && existsSync(join(root, path)))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const isTable = tables.some((table) => table.path.test(path))
      const lines = text.split('\n').length - 1
      return { path, package: path.split('/')[1], text, lines, kind: kindOf(path, text), isTable }
    })
}
