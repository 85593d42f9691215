import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bin, sandbox } from '../testing/cli.ts'

const readme = readFileSync(fileURLToPath(new URL('../../../../README.md', import.meta.url)), 'utf8')
const commandsOf = (heading: string): readonly string[] =>
  (new RegExp(`## ${heading}\\n[^#]*?\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '').trim().split('\n')

/** Adds --yes, because there is no terminal to ask at. */
function played(commands: readonly string[]): readonly string[] {
  const scratch = sandbox()
  const path = join(scratch.directory, 'bin')
  mkdirSync(path)
  const program = `#!/bin/sh\ncase $1 in trust|init) set -- "$@" --yes ;; esac\nexec '${process.execPath}' '${bin}' "$@"\n`
  writeFileSync(join(path, 'hookline'), program)
  chmodSync(join(path, 'hookline'), 0o755)
  rmSync(join(scratch.root, '.cursor'), { recursive: true })
  // The reader uses an agent.
  mkdirSync(join(scratch.env.HOME ?? '', '.claude'), { recursive: true })
  return commands.map((command) => {
    const env = { ...scratch.env, PATH: `${path}:${scratch.env.PATH}` }
    const ended = spawnSync('sh', ['-c', command], { cwd: scratch.root, env, encoding: 'utf8', input: '' })
    const stderr = ended.status === 0 ? '' : ended.stderr
    expect({ command, code: ended.status, stderr }).toEqual({ command, code: 0, stderr: '' })
    return ended.stdout + ended.stderr
  })
}

it('the two minutes of the README end with a guard that is proved', () => {
  const [init, explain, add, ...more] = commandsOf('Block dangerous commands in two minutes')
  // listen goes on until Ctrl-C: a story covers it.
  expect(more.map((command) => command.split(' ')[1])).toEqual(['listen'])
  const outputs = played([init, explain, add].map(String))
  expect(outputs[0]).toContain('✓ proved: deny')
  expect(outputs[1]).toContain('DENY without running anything')
  expect(outputs[1]).toContain('shell-guard/force-push')
  expect(outputs[2]).toMatch(/~ \.hookline\/hookline\.json {2}\+1 -1[\s\S]*✓ proved again/)
})

it('a hook made like in the README denies', () => {
  const outputs = played(commandsOf('Write your own hook'))
  expect(outputs.at(-2)).toMatch(/✓ deny {3}denies forbidden input/)
  expect(outputs.at(-1)).toContain('Decision  DENY')
})
