/** Every command that a page prints exists as it is printed: its name, its subcommand and each of its options. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import type { CommandTable } from './io.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Code in blocks and in lines. A command ends where another one or a comment begins. */
function commandsIn(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^ *```(?:sh|console|yaml|json|jsonc|ini)?\b[^\n]*\n([\s\S]*?)^ *```/gm)].map(
    ([, text = '']) => text.replaceAll('\\\n', ' '),
  )
  const spans = [...page.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`(hookline [^`\n]+)`/g)]
  const lines = [...blocks.flatMap((text) => text.split('\n')), ...spans.map(([, text = '']) => text)]
  return lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[\s"'$(])((?:npx )?hookline +(?:"[^"]*"|'[^']*'|[^"'#|;&)])+)/g)].map(([, text = '']) =>
      text.replace(/^npx /, '').trim(),
    ),
  )
}

/** Every command has --help. Agents' settings contain --else for another shell, and Hookline ignores it. */
const unlisted: ReadonlySet<string> = new Set(['--help', '--else'])

/** What is wrong with it, or undefined. */
async function findFault(text: string, all: CommandTable): Promise<string | undefined> {
  const words = text
    .replaceAll(/"[^"]*"|'[^']*'/g, 'TEXT')
    .split(/\s+/)
    .slice(1)
  const [name = '', subcommand] = words
  if (!/^[a-z]+$/.test(name) || name === 'help') return undefined
  const row = all[name]
  if (row === undefined) return `unknown command ${name}`
  const command = await row.load()
  const help = command.helpFor?.(subcommand) ?? command.help
  const end = words.indexOf('--')
  const flags = (end === -1 ? words : words.slice(0, end)).flatMap((word) => /^--[a-z][\w-]*/.exec(word)?.[0] ?? [])
  const unknown = flags.filter((flag) => !unlisted.has(flag) && !new RegExp(`${flag}(?![\\w-])`).test(help))
  return unknown.length === 0 ? undefined : `${unknown.join(', ')} is not in the help of ${name}`
}

it('finds a command, its options and its end', () => {
  const page = '```sh\nhookline list --nope # comment --no\nhookline lst\n```\nand `hookline check --json x`'
  expect(commandsIn(page)).toEqual(['hookline list --nope', 'hookline lst', 'hookline check --json x'])
})

it.each([
  ['hookline lst', 'unknown command lst'],
  ['hookline list --nope', '--nope is not in the help of list'],
  ['hookline list --json', undefined],
])('%s', async (text, fault) => {
  expect(await findFault(text, commands)).toBe(fault)
})

it('every command on every page exists', async () => {
  const found = pages.flatMap((page) =>
    commandsIn(readFileSync(join(repository, page), 'utf8')).map((text) => ({ page, text })),
  )
  expect(found.length).toBeGreaterThan(300)
  const faults: string[] = []
  for (const { page, text } of found) {
    const fault = await findFault(text, commands)
    if (fault !== undefined) faults.push(`${page}: ${text}: ${fault}`)
  }
  expect(faults).toEqual([])
})

/** Hookline is not in the npm registry yet, so a package of its name there would be another program. */
const fromRegistry = /npm (?:i|install|add)\b(?:(?!&&|\.tgz)[^\n`'"])*?\s(?:@hookline\/\w+|hookline)(?![\w./-])/g

it.each([
  ['npm install -g hookline', true],
  ['npm i @hookline/core @hookline/packs', true],
  ['npm install -g ./dist/hookline-0.1.0.tgz', false],
  ['npm install && npx hookline init', false],
])('%s installs from the registry: %s', (text, isSo) => {
  expect([...text.matchAll(fromRegistry)].length > 0).toBe(isSo)
})

it('no page, example or message installs Hookline from the registry', () => {
  const below = (directory: string, ends: RegExp) =>
    readdirSync(join(repository, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => ends.test(name) && !/node_modules|(^|[\\/])dist[\\/]|\.test\./.test(name))
      .map((name) => join(directory, name))
  const files = [...pages, ...below('examples', /\.(md|ya?ml)$/), ...below('packages', /README\.md$|src[\\/].*\.tsx?$/)]
  const found = files.flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(fromRegistry)].map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
