// Checks the words of every tracked file: `npm run words`. `--all` includes the directories that are still to be done, `--count` sums them up.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findInName, findWords } from './find.mjs'
import { ignored, pending } from './list.mjs'

const all = process.argv.includes('--all') || process.argv.includes('--count')
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const isUnder = (file, directory) => file === directory || file.startsWith(`${directory}/`)
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|js|md|txt)$/.test(file) && !ignored.some((pattern) => pattern.test(file)))
  .filter((file) => only.length === 0 || only.some((directory) => isUnder(file, directory)))
  .filter((file) => all || only.length > 0 || !pending.some((directory) => isUnder(file, directory)))

const findings = []
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  for (const { found, use } of findInName(file)) findings.push({ file, line: 0, found, use })
  for (const { offset, found, use } of findWords(file, text)) {
    findings.push({ file, line: text.slice(0, offset).split('\n').length, found, use })
  }
}

if (process.argv.includes('--count')) {
  const counts = new Map()
  for (const { file } of findings) {
    const directory = file
      .split('/')
      .slice(0, file.startsWith('packages/') ? 2 : 1)
      .join('/')
    counts.set(directory, (counts.get(directory) ?? 0) + 1)
  }
  for (const [directory, count] of counts) console.log(`${String(count).padStart(6)}  ${directory}`)
} else {
  for (const { file, line, found, use } of findings)
    console.log(`${file}${line ? `:${line}` : ''}: "${found}": use ${use}`)
}
console.log(`${findings.length} words to replace in ${files.length} files`)
process.exitCode = findings.length > 0 && !process.argv.includes('--count') ? 1 : 0
