import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { help as checkHelp } from '../commands/check.ts'
import { help as testHelp } from '../commands/test.ts'
import { sandbox } from '../testing/cli.ts'

const folder = fileURLToPath(new URL('../../../../examples/ci/', import.meta.url))
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name))
const helps: Readonly<Record<string, string>> = { check: checkHelp, test: testHelp }

/** Every text in the file that calls Hookline. */
const callsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value.split('\n').filter((line) => line.startsWith('hookline '))
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(callsIn)
      : []

test('there is a file for each system that the page names', () => {
  expect(files.toSorted()).toEqual(['github-actions.yml', 'gitlab-ci.yml', 'lefthook.yml', 'pre-commit-config.yaml'])
})

test.each(files)('%s is valid, checks and tests, and uses only options that exist', (name) => {
  const calls = callsIn(parse(readFileSync(`${folder}${name}`, 'utf8')))
  expect(calls.map((call) => call.split(' ')[1]).toSorted()).toEqual(['check', 'test'])
  for (const call of calls) {
    const [, command = '', ...rest] = call.replace(/ > .*$/, '').split(' ')
    const help = helps[command] ?? ''
    for (const option of rest.filter((word) => word.startsWith('--'))) expect(help).toContain(`${option} `)
    const format = /--format (\w+)/.exec(call)?.[1]
    if (format !== undefined) expect(/--format <f>[^-]*/.exec(help)?.[0]).toContain(format)
  }
})

test('each has the parts that its system reads', () => {
  const read = (name: string) => parse(readFileSync(`${folder}${name}`, 'utf8'))
  expect(read('github-actions.yml')).toMatchObject({ jobs: { hooks: { 'runs-on': expect.any(String) } } })
  expect(read('gitlab-ci.yml')).toMatchObject({ hooks: { script: expect.any(Array), image: expect.any(String) } })
  for (const hook of read('pre-commit-config.yaml').repos[0].hooks) {
    expect(Object.keys(hook)).toEqual(expect.arrayContaining(['id', 'name', 'entry', 'language']))
    expect(new RegExp(hook.files).test('packages/app/.hookline/hookline.json')).toBe(true)
    expect(new RegExp(hook.files).test('src/a.ts')).toBe(false)
  }
  expect(read('lefthook.yml')).toMatchObject({ 'pre-commit': { commands: expect.any(Object) } })
})

test('--format github names the file and the line of a failed case', () => {
  const { hookline, write } = sandbox()
  write('.cursor/hooks.json', { version: 1, hooks: { beforeShellExecution: [{ name: 'guard', command: 'true' }] } })
  write(
    'guard.hooktest.yaml',
    'hook: guard\ncases:\n  - name: "denies: always"\n    event: beforeShellExecution\n    want: { verdict: deny }\n',
  )
  const { code, stdout } = hookline(['test', '--untrusted', '--format', 'github'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error file=guard\.hooktest\.yaml,line=3,title=denies%3A always::.+\n/)
  expect(stdout).toMatch(/0 cases passed, 1 failed, 0 skipped\n$/)
})
