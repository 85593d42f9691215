// A recipe of CONTRIBUTING.md as steps that can be executed: files to write, edits of files, and commands.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The code blocks below a heading, up to the next one. The word after the language is the file: a `diff` edits it, any
 * other block is its whole text. A block of `sh` without a file is commands.
 */
export function readRecipe(page, heading) {
  const [, section] = page.split(new RegExp(`^#{2,4} ${heading}$`, 'm'))
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${heading}"`)
  const blocks = section.split(/^#{2,4} /m)[0].matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, language, file, text]) => {
    if (file !== undefined) return { kind: language === 'diff' ? 'edit' : 'write', file, text }
    if (language === 'sh') return { kind: 'commands', commands: text.split('\n').filter((line) => line.trim() !== '') }
    throw new Error(`A block of ${language} below "${heading}" names no file: write \`\`\`${language} <file>`)
  })
}

/** What is written by hand, by file. `read` returns the text of a file before the recipe. */
export function contentsByHand(steps, read) {
  const contents = new Map()
  for (const { kind, file, text } of steps) {
    if (kind === 'write') contents.set(file, text)
    if (kind === 'edit') contents.set(file, applyDiff(contents.get(file) ?? read(file), text, file))
  }
  return contents
}

/** Writes all of it into a directory. The caller runs the commands. */
export function applyByHand(steps, directory) {
  for (const [file, text] of contentsByHand(steps, (name) => readFileSync(join(directory, name), 'utf8'))) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), text)
  }
}

/** Lines with `+` are added and lines with `-` removed where the lines around them stand; `@@` begins another place. */
function applyDiff(text, diff, file) {
  return diff
    .split(/^@@.*\n/m)
    .filter((hunk) => hunk !== '')
    .reduce((before, hunk) => {
      const lines = hunk.replace(/\n$/, '').split('\n')
      const side = (mark) =>
        lines
          .filter((line) => !line.startsWith(mark))
          .map((line) => `${line.slice(1)}\n`)
          .join('')
      const parts = before.split(side('+'))
      if (parts.length !== 2)
        throw new Error(`these lines occur ${parts.length - 1} times in ${file}, not once:\n${side('+')}`)
      return parts.join(side('-'))
    }, text)
}
