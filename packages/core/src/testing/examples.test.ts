import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPage, repository } from './pages.ts'

const readme = readPage('README.md')
const library = readPage('docs/library.md')
const host = readPage('docs/host.md')

/** All `js` blocks of a page, one after the other: a reader who types them in has this program. */
const programOf = (page: string): string =>
  [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n')
/** What the comments say that it prints. */
const printedBy = (code: string): readonly string[] =>
  [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, text = '']) => text)

test.each([
  ['README.md', readme],
  ['docs/library.md', library],
  ['docs/host.md', host],
])('the examples of %s run and print what their comments say', (name, page) => {
  const code = programOf(page)
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-examples-')))
  // Inside the built package, where `@hookline/core` is found as for someone who installed it.
  const file = join(repository, 'packages/core/dist', `examples-${process.pid}-${name.replaceAll(/\W/g, '-')}.mjs`)
  writeFileSync(file, code)
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home },
      encoding: 'utf8',
    })
    expect({ stdout: stdout.trim().split('\n'), stderr }).toEqual({ stdout: printedBy(code), stderr: '' })
    expect(printedBy(code).length).toBeGreaterThan(0)
  } finally {
    rmSync(file)
    rmSync(home, { recursive: true })
  }
})

test.each([
  ['README.md', readme],
  ['docs/library.md', library],
  ['docs/host.md', host],
  ['docs/authoring.md', readPage('docs/authoring.md')],
])('the examples of %s compile in TypeScript with --strict', (name, page) => {
  // Inside the package, where `@hookline/core` and the types of Node are found as for someone who installed them.
  const file = join(repository, 'packages/core/dist', `strict-${process.pid}-${name.replaceAll(/\W/g, '-')}.mts`)
  writeFileSync(file, programOf(page))
  try {
    const compiler = join(repository, 'node_modules/typescript/bin/tsc')
    const flags = [
      '--ignoreConfig',
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ]
    const { stdout } = spawnSync(process.execPath, [compiler, ...flags, file], { encoding: 'utf8', cwd: repository })
    expect(stdout.replaceAll(/^\S*strict-\S*?\.mts/gm, name)).toBe('')
  } finally {
    rmSync(file)
  }
})

test('the README names exactly three set-up commands and stays short', () => {
  expect(readme.match(/npm ci && npm \w+/g)).toEqual(['npm ci && npm run', 'npm ci && npm start', 'npm ci && npm test'])
  expect(readme.split('\n').length).toBeLessThanOrEqual(110)
})

// What a builder must find on the page: a code span that holds the name.
test.each([
  ['node/create-options.ts', 'LogOption'],
  ['hooks.ts', 'Hooks'],
  ['flow.ts', 'Effect'],
  ['flow.ts', 'Run'],
  ['flow.ts', 'HookRecord'],
  ['sources/inline.ts', 'InlineCall'],
  ['ports.ts', 'Question'],
])('docs/library.md knows every member in %s of %s', (file, name) => {
  const members = membersOf(readPage(`packages/core/src/${file}`), name)
  expect(members.length).toBeGreaterThan(2)
  expect(members.filter((member) => !new RegExp(`\`[^\`\\n]*\\b${member}\\b[^\`\\n]*\``).test(library))).toEqual([])
})

test.each([
  ['node/host/types.ts', 'Host'],
  ['node/host/types.ts', 'HostSession'],
  ['node/host/types.ts', 'HostOptions'],
  ['node/host/types.ts', 'ShellResult'],
  ['tool-call/loop-budget.ts', 'LoopLimits'],
])('docs/host.md knows every member in %s of %s', (file, name) => {
  const members = membersOf(readPage(`packages/core/src/${file}`), name)
  expect(members.length).toBeGreaterThan(1)
  expect(members.filter((member) => !new RegExp(`\`[^\`\\n]*\\b${member}\\b[^\`\\n]*\``).test(host))).toEqual([])
})

test('docs/library.md has a row for every option of createHooks, and no other', () => {
  const [, table = ''] = /^## Options of `createHooks`\n([\s\S]*?)^## /m.exec(library) ?? []
  const firstCells = [...table.matchAll(/^\| ((?:`\w+` )+)\|/gm)].map(([, cell = '']) => cell)
  const rows = firstCells.flatMap((cell) => [...cell.matchAll(/\w+/g)].map(([name]) => name))
  const options = membersOf(readPage('packages/core/src/node/create-options.ts'), 'CreateOptions')
  expect(rows.toSorted()).toEqual(options.toSorted())
})

/** The names that an interface declares, its own and not those of objects inside. */
function membersOf(source: string, name: string): readonly string[] {
  const [, body = ''] = new RegExp(`^export interface ${name}\\b[^\\n]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source) ?? []
  return [...new Set([...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:<(]/gm)].map(([, member = '']) => member))]
}

test('docs/library.md knows every rule, outcome and subpath', () => {
  const flow = readPage('packages/core/src/flow.ts')
  const wordsOf = (type: string) => {
    const [, body = ''] = new RegExp(`^export type ${type} =\\n((?: {2}\\|.*\\n)+)`, 'm').exec(flow) ?? []
    return [...body.matchAll(/'([\w-]+)'/g)].map(([, word]) => word)
  }
  const words = [...wordsOf('Rule'), ...wordsOf('FailureCode'), ...wordsOf('SkipReason')]
  expect(words.length).toBeGreaterThan(30)
  const { exports } = JSON.parse(readPage('packages/core/package.json')) as { readonly exports: object }
  const subpaths = Object.keys(exports).map((path) => path.replace(/^\./, '@hookline/core'))
  expect([...words, ...subpaths].filter((word) => !library.includes(`\`${word}\``))).toEqual([])
})
