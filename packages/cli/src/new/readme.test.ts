import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bin, sandbox } from '../testing/cli.ts'

const readme = readFileSync(fileURLToPath(new URL('../../../../README.md', import.meta.url)), 'utf8')
const commands = (/## A guard in five minutes\n+```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '').trim().split('\n')

it('the five minutes of the README end in a refusal', () => {
  const box = sandbox()
  const path = join(box.directory, 'bin')
  mkdirSync(path)
  // There is nobody to ask: whoever types it is shown the same and says yes.
  const program = `#!/bin/sh\n[ "$1" = trust ] && set -- "$@" --yes\nexec '${process.execPath}' '${bin}' "$@"\n`
  writeFileSync(join(path, 'hookline'), program)
  chmodSync(join(path, 'hookline'), 0o755)
  rmSync(join(box.root, '.cursor'), { recursive: true })
  const outputs = commands.map((command) => {
    const env = { ...box.env, PATH: `${path}:${box.env.PATH}` }
    const ended = spawnSync('sh', ['-c', command], { cwd: box.root, env, encoding: 'utf8', input: '' })
    expect({ command, code: ended.status, stderr: ended.status === 0 ? '' : ended.stderr }).toEqual({
      command,
      code: 0,
      stderr: '',
    })
    return ended.stdout
  })
  expect(outputs.at(-2)).toMatch(/✓ deny {3}refuses what is forbidden/)
  expect(outputs.at(-1)).toContain('Decision  DENY')
}, 60_000)
