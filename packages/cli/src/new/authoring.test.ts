import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bin, sandbox } from '../testing/cli.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/authoring.md', import.meta.url)), 'utf8')

interface Step {
  readonly command: string
  readonly code: number
  readonly shows: readonly string[]
}

/** Each `$ command` of the page with the lines that stand below it. */
const steps = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.split(/^\$ /m).flatMap((text): readonly Step[] => {
    const [line = '', ...shows] = text.trimEnd().split('\n')
    const code = Number(/# exit (\d+)$/.exec(line)?.[1] ?? 0)
    return line === '' ? [] : [{ command: line, code, shows }]
  }),
)

/** Times differ from run to run, and so do the widths that they are padded to; a generated file grows with each event. */
const timeless = (text: string): string =>
  text
    .replace(/\d+(\.\d+)? ms/g, 'n ms')
    .replace(/\d+ lines, generated/g, 'n lines, generated')
    .replace(/ +/g, ' ')

it('the page on authoring does what it says', () => {
  const scratch = sandbox()
  const path = join(scratch.directory, 'bin')
  mkdirSync(path)
  writeFileSync(join(path, 'hookline'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`)
  chmodSync(join(path, 'hookline'), 0o755)
  rmSync(join(scratch.root, '.cursor'), { recursive: true })
  mkdirSync(join(scratch.root, '.git'))
  expect(steps.length).toBeGreaterThan(12)
  for (const { command, code, shows } of steps) {
    const env = { ...scratch.env, PATH: `${path}:${scratch.env.PATH}` }
    const ended = spawnSync('sh', ['-c', command], { cwd: scratch.root, env, encoding: 'utf8', input: '' })
    const output = timeless(ended.stdout + ended.stderr)
    expect({ command, code: ended.status, output }).toMatchObject({ command, code })
    for (const line of shows) expect(output, command).toContain(timeless(line))
  }
})
