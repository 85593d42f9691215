// Checks the words of every tracked file: `npm run words`. `--all` includes the directories that are still to be done, `--count` sums them up.
import { findInRepository } from './findings.mjs'

const all = process.argv.includes('--all') || process.argv.includes('--count')
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const { files, findings } = findInRepository({ all, only })

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
