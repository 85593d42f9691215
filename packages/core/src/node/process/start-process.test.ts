import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Raw } from '../../flow.ts'
import { shellFor } from '../../runners/command.ts'
import { isWindows } from '../../testing/system.ts'
import { createSpawn } from './spawn.ts'

const root = mkdtempSync(join(tmpdir(), 'hookline-start-test-'))
const spawn = createSpawn()
afterAll(async () => {
  await spawn.close()
  rmSync(root, { recursive: true })
})

/** Prints its own arguments, its directory and its variables. */
const report = 'echo "$0 $*"; pwd; env | grep -v "^HOOKLINE_RUN=" | sort; cat; echo "to stderr" >&2; exit 3\n'
const files: Readonly<Record<string, readonly [text: string, mode: number]>> = {
  'guard.sh': [`#!/bin/sh\n${report}`, 0o755],
  'no-line.sh': [report, 0o755],
  'not-executable.sh': [`#!/bin/sh\n${report}`, 0o644],
  'no-interpreter.sh': [`#!/does/not/exist\n${report}`, 0o755],
  'windows-line.sh': [`#!/bin/sh\r\n${report}`, 0o755],
  'empty.sh': ['', 0o755],
  'killed.sh': ['#!/bin/sh\nkill -KILL $$\n', 0o755],
}
mkdirSync(join(root, 'real'))
symlinkSync('real', join(root, 'link'))
for (const [name, [text, mode]] of Object.entries(files)) {
  writeFileSync(join(root, 'real', name), text)
  chmodSync(join(root, 'real', name), mode)
}

interface Surroundings {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly shell?: string
}

async function run(command: string, { cwd = 'real', env = {}, shell }: Surroundings, isDirect: boolean): Promise<Raw> {
  const { direct, ...start } = shellFor('linux', command)
  return spawn.run({
    ...start,
    ...(shell === undefined ? {} : { shell }),
    ...(isDirect && direct !== undefined ? { direct } : {}),
    cwd: join(root, cwd),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: '{}\n',
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    pool: 'project',
  })
}

describe.skipIf(isWindows)('a program that starts without the shell', () => {
  test.each([
    ...Object.keys(files).map((name): [string, Surroundings] => [`./${name}`, {}]),
    [`${root}/real/guard.sh`, {}],
    ['../real/guard.sh -a --b=c d/e', {}],
    ['  ./guard.sh\t-x  ', {}],
    ['./missing.sh', {}],
    ['./guard.sh/x', {}],
    ['../real', {}],
    ['/bin/echo -n a b', {}],
    ['/usr/bin/env', { cwd: 'link' }],
    ['/usr/bin/env', { env: { PWD: join(root, 'real') } }],
    ['/usr/bin/env', { cwd: 'link', env: { PWD: join(root, 'link') } }],
    ['/usr/bin/env', { cwd: 'link', env: { PWD: join(root, 'real') } }],
    ['/usr/bin/env', { cwd: 'real', env: { PWD: join(root, 'link') } }],
    ['/usr/bin/env', { env: { PWD: '/does/not/exist' } }],
    ['/usr/bin/env', { env: { PWD: '.' } }],
    ['/usr/bin/env', { env: { 'A.B': 'x', 'BASH_FUNC_grep%%': '() { echo; }' } }],
    ['/usr/bin/env', { env: { IFS: '/', OPTIND: '7', PPID: '1' } }],
    ['./guard.sh', { cwd: 'missing' }],
    ['./guard.sh\r', {}],
    ['./guard.sh\u00a0', {}],
    ['\u2003./guard.sh', {}],
    ['\ufeff./guard.sh', {}],
    ['./guard.sh\f', {}],
    ['\n./guard.sh a\n', {}],
  ])('%j with %j ends as with it', async (command, surroundings) => {
    const [direct, withShell] = await Promise.all([run(command, surroundings, true), run(command, surroundings, false)])
    expect(sortLines(direct)).toEqual(sortLines(withShell))
  })

  test('any text ends as with it', async () => {
    const piece = fc.constantFrom(
      ...[
        './guard.sh',
        'guard.sh',
        '/bin/echo',
        '/usr/bin/printf',
        '~',
        '$HOME',
        'a',
        '=',
        ':',
        '/',
        '%s',
        '@',
        '+',
        ',',
        '-',
      ],
      ...['.', '..', '{a,b}', '*', '?', '[a]', '#', '!', "'", '"', '\\\\', '|', ';', '&', '(', ')', '<', '>', '`', '^'],
      ...[' ', ' ', ' ', '\t', '\n', '\r', '\v', '\u00a0', 'é', 'A=1', 'exec', 'if', 'time', 'builtin'],
    )
    let started = 0
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), async (pieces) => {
        const command = pieces.join('')
        if (shellFor('linux', command).direct === undefined) return
        started++
        const [direct, withShell] = await Promise.all([run(command, {}, true), run(command, {}, false)])
        expect(sortLines(direct)).toEqual(sortLines(withShell))
      }),
      { numRuns: 3000 },
    )
    expect(started).toBeGreaterThan(100)
  }, 120_000)

  test('needs none', async () => {
    const raw = await run('/bin/echo started', { shell: '/does/not/exist' }, true)
    expect(raw).toEqual({ end: { kind: 'exit', code: 0 }, stdout: 'started\n', stderr: '' })
  })

  test.each(['./a b', './a; b', 'a', '$HOME/a', '~/a', '-a/b', 'A=1 ./a', './a*', './a "b"', './a\nb', './a &'])(
    '%j is started without the shell only if all its words are plain',
    (command) => {
      const { direct } = shellFor('linux', command)
      expect(direct).toEqual(command === './a b' ? ['./a', 'b'] : undefined)
    },
  )
})

/** `env` prints variables in any order. */
const sortLines = (raw: Raw): Raw => ({
  ...raw,
  stdout: raw.stdout
    .replace(/^(HOOKLINE_RUN|PPID)=.*\n/gm, '')
    .split('\n')
    .sort()
    .join('\n'),
})
