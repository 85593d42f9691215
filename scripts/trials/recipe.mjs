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

/** Carries out what is written by hand; the commands are the caller's. */
export function applyByHand(steps, directory) {
  for (const { kind, file, text } of steps) {
    if (kind === 'commands') continue
    const path = join(directory, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, kind === 'write' ? text : edited(readFileSync(path, 'utf8'), text, file))
  }
}

/** Lines with `+` are added and lines with `-` removed where the lines around them stand; `@@` begins another place. */
function edited(text, diff, file) {
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
