import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeChanges } from '../fix/make.ts'
import { nodeFacts } from './node-facts.ts'

const facts = nodeFacts(process.env)

function repository(): {
  readonly directory: string
  write(name: string, text: string, mode?: number): string
  git(...args: string[]): string
} {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-facts-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', stdio: 'pipe' })
  git('init', '-q')
  return {
    directory,
    git,
    write(name, text, mode = 0o644) {
      const path = join(directory, name)
      writeFileSync(path, text)
      chmodSync(path, mode)
      return path
    },
  }
}

describe('nodeFacts', () => {
  it.each([
    ['node', 'x.js', 'const x = {;\n', { line: 1, message: "SyntaxError: Unexpected token ';'" }],
    [
      'node',
      'x.mjs',
      'import a from "./a.mjs"\nconst = 1\n',
      { line: 2, message: "SyntaxError: Unexpected token '='" },
    ],
    [
      'node',
      'x',
      '#!/usr/bin/env node\nlet x; let x\n',
      { line: 2, message: "SyntaxError: Identifier 'x' has already been declared" },
    ],
    ['node', 'x.mjs', 'import a from "./none.mjs"\nawait a\nprocess.exit(7)\n', undefined],
    ['node', 'x.cjs', 'throw new Error("not run")\n', undefined],
    ['python3', 'x.py', 'import os\ndef f(:\n', { line: 2, message: 'SyntaxError: invalid syntax' }],
    [
      'python3',
      'x.py',
      'if 1:\npass\n',
      { line: 2, message: expect.stringContaining('IndentationError: expected an indented block') },
    ],
    ['python3', 'x.py', 'import none\nraise SystemExit(7)\n', undefined],
    ['bash', 'x.sh', 'if true\n', { line: 2, message: expect.stringContaining('syntax error') }],
  ] as const)('parses with %s without running anything: %s %j', async (program, name, text, fault) => {
    const { write } = repository()
    expect(await facts.parse(write(name, text), program)).toEqual(fault)
  })

  it("reads the mode from git's index, independent of the mode on disk", async () => {
    const { write, git } = repository()
    const script = write('a b.sh', 'true\n')
    git('add', 'a b.sh')
    chmodSync(script, 0o755)
    const untracked = write('c.sh', 'true\n')
    expect([await facts.gitMode(script), await facts.gitMode(untracked)]).toEqual(['100644', undefined])
    expect([facts.executable(script), facts.executable(untracked)]).toEqual([true, false])
    expect(await makeChanges([{ kind: 'mode', path: script, inGit: true }])).toEqual([])
    expect(await facts.gitMode(script)).toBe('100755')
  })

  it('runs no hook or monitor of the repository when it asks git', async () => {
    const { directory, write, git } = repository()
    const script = write('a.sh', 'true\n')
    git('add', 'a.sh')
    const trap = write('trap.sh', `#!/bin/sh\ntouch ${directory}/sprung\n`, 0o755)
    git('config', 'core.fsmonitor', trap)
    mkdirSync(join(directory, 'hooks'))
    write('hooks/post-index-change', `#!/bin/sh\ntouch ${directory}/sprung\n`, 0o755)
    git('config', 'core.hooksPath', join(directory, 'hooks'))
    expect(await facts.gitMode(script)).toBe('100644')
    await makeChanges([{ kind: 'mode', path: script, inGit: true }])
    expect(facts.isFile(join(directory, 'sprung'))).toBe(false)
  })

  it('reads the modes of files in several repositories, below links and with odd names', async () => {
    const [one, two] = [repository(), repository()]
    mkdirSync(join(one.directory, 'in/ner'), { recursive: true })
    symlinkSync(join(one.directory, 'in'), join(two.directory, 'link'))
    const files = [
      one.write('in/ner/*.sh', 'true\n', 0o755),
      one.write('in/:(top)é\n.sh', 'true\n'),
      two.write('-x.sh', 'true\n'),
      two.write('untracked.sh', 'true\n'),
    ]
    one.git('add', '--', '.')
    two.git('add', '--', './-x.sh')
    const asked = [...files, join(two.directory, 'link/ner/*.sh'), '/etc/hostname', join(one.directory, 'gone/a.sh')]
    const modes = await Promise.all(asked.map((file) => facts.gitMode(file)))
    expect(modes).toEqual(['100755', '100644', '100644', undefined, '100755', undefined, undefined])
  })

  it('has no git mode outside a repository', async () => {
    expect(await facts.gitMode('/etc/hostname')).toBeUndefined()
  })

  it.each(['sh', 'bash'] as const)('parses with %s and runs nothing', async (shell) => {
    const { directory, write } = repository()
    const bad = write('bad.sh', `touch ${directory}/ran\nif true; then\n  echo x\nfi fi\n`)
    const good = write('good.sh', `touch ${directory}/ran\n`)
    expect(await facts.parse(bad, shell)).toEqual({ line: 4, message: expect.stringMatching(/syntax error/i) })
    expect(await facts.parse(good, shell)).toBeUndefined()
    expect(facts.isFile(join(directory, 'ran'))).toBe(false)
  })

  it('finds programs on PATH, but ignores its relative directories', () => {
    const { directory, write } = repository()
    write('tool', '#!/bin/sh\n', 0o755)
    expect([facts.onPath('sh'), facts.onPath('no-such-program'), facts.onDesktopPath('sh')]).toEqual([
      true,
      false,
      true,
    ])
    expect([nodeFacts({ PATH: directory }).onPath('tool'), nodeFacts({ PATH: '.' }).onPath('tool')]).toEqual([
      true,
      false,
    ])
  })

  it('reads no script above 256 KiB and no binary file', () => {
    const { write } = repository()
    expect(facts.read(write('big.sh', 'x'.repeat(2 ** 18 + 1)))).toBeUndefined()
    expect(facts.read(write('binary', 'a\0b'))).toBeUndefined()
    expect(facts.read(write('small.sh', 'x'))).toBe('x')
    expect(facts.read('/nowhere')).toBeUndefined()
  })
})
