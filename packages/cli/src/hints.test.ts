/** Every hint names the command as the person can type it, so no text may name it where the writer of hints does not find it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'

const packages = fileURLToPath(new URL('../..', import.meta.url))
const names = Object.keys(commands).filter((name) => name !== 'run')
const named = new RegExp(`hookline (?=(?:${names.join('|')})(?![\\w-]))`, 'g')
/** What the writer of hints recognises before a command (`typed-command.ts`). A text that begins with it is a line or a value of its own. */
const recognised = /(?:[\n'"`] *|\\n *|(?<!there|on the machine): |→ |`|\(|&& |\b[Rr]un |\bor )$/

/** Texts that are no hints, and why. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [/^cli\/src\/(?:completion|new)\//, 'files that are written for every machine'],
  [/^cli\/src\/record\/file-text\.ts$/, 'a file that is written for every machine'],
  [/^cli\/src\/connect\/settings\.ts$|^cli\/src\/commands\/prepare\.ts$/, 'names npx, because Hookline may be missing'],
  [/^cli\/src\/connect\/call\.ts$|^cli\/src\/doctor\/prove\.ts$/, 'the name of a canary'],
  [/^cli\/src\/team\/(?:publish|rotate)\.ts$/, 'typed on another machine'],
  [/^packs\/src\/(?:config-guard\/|define-pack)/, 'commands to judge, and the text of a schema'],
  [/^core\/src\/protocol\/hooks-file\.ts$/, 'the text of a schema'],
]

const sources = (directory: string) =>
  readdirSync(join(packages, directory), { recursive: true, encoding: 'utf8' })
    .map((name) => `${directory}/${name}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/real-agents\//.test(file))

/** The locations of a command in a text that is not a comment, with what is before them. */
function findNamed(file: string) {
  const text = readFileSync(join(packages, file), 'utf8')
  return [...text.matchAll(named)].flatMap(({ index }) => {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index))
    if (/^\s*(?:\*|\/\/|\/\*)/.test(line)) return []
    return [{ location: `${file}: ${line.trim()}`, before: text.slice(Math.max(0, index - 40), index) }]
  })
}

it.each(['cli/src', 'core/src', 'packs/src', 'team/src/client'])('in %s every command is where it is found', (part) => {
  const files = sources(part).filter((file) => !exceptions.some(([pattern]) => pattern.test(file)))
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap(findNamed).filter(({ before }) => !recognised.test(before))
  expect(found.map(({ location }) => location)).toEqual([])
})

it('the pages of the panel get the command from the server', () => {
  const files = sources('web/src/panel')
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap(findNamed).map(({ location }) => location)).toEqual([])
})

it('a path in a command is quoted for the shell', () => {
  const unquoted =
    /(?:hookline (?:check|trust add|trust remove)|chmod \+x|ls -ld|df -h) \$\{(?!quoted\(|quotePath\(|usual)/
  const files = ['cli/src', 'core/src', 'packs/src', 'team/src/client'].flatMap(sources)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => unquoted.test(readFileSync(join(packages, file), 'utf8')))).toEqual([])
})
