import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')

test('the embedding example of the README runs and prints what its comments say', () => {
  const code = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const wanted = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map((found) => found[1])
  const home = mkdtempSync(join(tmpdir(), 'hookline-readme-'))
  // Inside the built package, where `@hookline/core` is found as for someone who installed it.
  const file = join(root, 'packages/core/dist', `readme-${process.pid}.mjs`)
  writeFileSync(file, code)
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home },
      encoding: 'utf8',
    })
    expect({ stdout: stdout.trim().split('\n'), stderr }).toEqual({ stdout: wanted, stderr: '' })
    expect(wanted.length).toBeGreaterThan(0)
  } finally {
    rmSync(file)
    rmSync(home, { recursive: true })
  }
})

test('the README names exactly two set-up commands and stays short', () => {
  expect(readme.match(/^npm ci && npm \w+/gm)).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
})
