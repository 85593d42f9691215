// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text under test, no template
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hookEnvironment } from '../environment.ts'
import type { Entry, Event, Raw } from '../flow.ts'
import { createSpawn } from '../node/process/spawn.ts'
import { eventRows } from '../protocol/events/index.ts'
import { commandRunner, firstWord, namesVariable, shellFor } from './command.ts'

const directory = mkdtempSync(join(tmpdir(), 'hookline-command-test-'))
const runner = commandRunner(createSpawn())
afterAll(async () => {
  await runner.close?.()
  rmSync(directory, { recursive: true })
})

function script(path: string, text: string, mode = 0o755): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), text)
  chmodSync(join(directory, path), mode)
}
const entryOf = (command: string | undefined): Entry => ({
  id: 'user/beforeShellExecution/00000000',
  event: 'beforeShellExecution',
  type: 'command',
  label: command ?? '',
  ...(command !== undefined && { command }),
  timeoutMs: 10_000,
  loopLimit: null,
  monitor: false,
  dialect: 'cursor',
  cwd: directory,
  origin: { source: 'user', own: false },
  trust: 'own',
  extra: {},
})
/** As the engine does it: the environment from the event, the event on stdin. */
function run(command: string | undefined, input: Readonly<Record<string, unknown>> = {}, runs = runner): Promise<Raw> {
  const entry = entryOf(command)
  const row = eventRows.beforeShellExecution
  const event: Event = { id: 'e', name: 'beforeShellExecution', row, at: '', input: { cursor_version: '3', ...input } }
  const rest = { session: { env: [] }, roots: [directory], edition: { remote: 'true' }, remote: false } as const
  const { env, missing } = hookEnvironment({ entry, event, base: { PATH: process.env.PATH }, ...rest })
  const signal = new AbortController().signal
  return runs.run({ entry, event, stdin: `${JSON.stringify(input)}\n`, env, missing, timeoutMs: 10_000, signal })
}
const exited = (code: number, stdout = '', stderr = ''): Raw => ({ end: { kind: 'exit', code }, stdout, stderr })

describe('a command', () => {
  it('is shell text', async () => {
    expect(await run('echo a && (exit 3)')).toEqual(exited(3, 'a\n'))
  })
  it('reads one JSON object that ends with a newline', async () => {
    const { stdout } = await run('cat', { command: 'ls', text: 'a\nb' })
    expect(stdout.endsWith('}\n')).toBe(true)
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1)
    expect(JSON.parse(stdout)).toEqual({ command: 'ls', text: 'a\nb' })
  })
  it('runs in its own directory and gets the project directory', async () => {
    expect(await run('pwd; echo "$CURSOR_PROJECT_DIR"')).toEqual(exited(0, `${directory}\n${directory}\n`))
  })
  it('that is missing is a fault of the entry', async () => {
    expect((await run(undefined)).end).toEqual({ kind: 'config', message: 'the entry has no command' })
  })
  it('may be a relative path with arguments', async () => {
    script('hooks/args.sh', '#!/bin/sh\necho "$1"\n')
    expect(await run('./hooks/args.sh "a b"')).toEqual(exited(0, 'a b\n'))
  })
})

describe('a command that is wholly the path of a file', () => {
  it.each(['my hooks/run it.sh', 'a&b/c;d.sh', '-dash/x y.sh'])('%j is run', async (path) => {
    script(path, '#!/bin/sh\necho "$0"; cat\n')
    expect(await run(`./${path}`, { a: 1 })).toEqual(exited(0, `./${path}\n{"a":1}\n`))
    expect(await run(join(directory, path))).toMatchObject(exited(0, `${join(directory, path)}\n{}\n`))
  })
  it.each(['"$HOME"/guard.sh', '$HOME/guard.sh', "'a'/guard.sh", '`echo a`/guard.sh'])(
    '%s is never a name: the shell expands it, whatever file is called so',
    async (command) => {
      script(command, '#!/bin/sh\necho planted\n')
      expect((await run(command)).stdout).not.toContain('planted')
    },
  )
  it('and has no #! line is run by the shell', async () => {
    script('no shebang/x.sh', 'echo ran\nexit 2\n')
    script('no-shebang.sh', 'echo ran\nexit 2\n')
    expect(await run('./no shebang/x.sh')).toEqual(exited(2, 'ran\n'))
    expect(await run('./no-shebang.sh')).toEqual(exited(2, 'ran\n'))
  })
  it('is shell text when it has no separator', async () => {
    script('echo not me', '#!/bin/sh\necho wrong\n')
    expect(await run('echo not me')).toEqual(exited(0, 'not me\n'))
  })
  it('is shell text when there is no such file', async () => {
    script('plain.sh', '#!/bin/sh\necho "$1"\n')
    expect(await run('./plain.sh argument')).toEqual(exited(0, 'argument\n'))
  })
})

describe('a script that cannot be executed says why on stderr', () => {
  it('when its interpreter does not exist', async () => {
    script('interpreter.sh', '#!/no/such/interpreter -x\necho\n')
    const { end, stderr } = await run('./interpreter.sh')
    expect(end).toEqual({ kind: 'exit', code: 127 })
    expect(stderr).toContain('hookline: the interpreter of ./interpreter.sh, /no/such/interpreter, does not exist\n')
  })
  it('when its first line ends as on Windows', async () => {
    script('crlf.sh', '#!/bin/sh\r\necho\r\n')
    const { end, stderr } = await run('./crlf.sh --flag')
    expect(end).toEqual({ kind: 'exit', code: 127 })
    expect(stderr).toContain('hookline: ./crlf.sh has Windows line endings (CRLF)')
  })
  it('when that script has a space in its name', async () => {
    script('cr lf.sh', '#!/usr/bin/env sh\r\necho\r\n')
    const { end, stderr } = await run('./cr lf.sh')
    expect(end).toEqual({ kind: 'exit', code: 127 })
    expect(stderr).toContain('hookline: ./cr lf.sh has Windows line endings (CRLF)')
  })
  it('when it is not executable', async () => {
    script('plain.txt', '#!/bin/sh\necho\n', 0o644)
    const { end, stderr } = await run('./plain.txt')
    expect(end).toEqual({ kind: 'exit', code: 126 })
    expect(stderr).toContain(`hookline: ./plain.txt is not executable. Run: chmod +x ${directory}/plain.txt\n`)
  })
  it('when it is not there', async () => {
    const { end, stderr } = await run('./nowhere.sh')
    expect(end).toEqual({ kind: 'exit', code: 127 })
    expect(stderr).toContain(`hookline: ./nowhere.sh does not exist in the hook's working directory ${directory}`)
  })
  it('and adds nothing to a script that ran and ended so by itself', async () => {
    script('fine.sh', '#!/bin/sh\necho mine >&2\nexit 127\n')
    expect(await run('./fine.sh')).toEqual(exited(127, '', 'mine\n'))
  })
  it('and adds nothing to a program that PATH does not have', async () => {
    const { stderr } = await run('no-such-program-anywhere')
    expect(stderr).not.toContain('hookline:')
  })
})

describe('a placeholder', () => {
  const nasty = [
    '"; touch stolen; "',
    "'; touch stolen; '",
    '$(touch stolen)',
    '`touch stolen`',
    'a\ntouch stolen\n',
    '${IFS}&& touch stolen',
    '\\"; touch stolen #',
    '-n * ~ %s \\n',
  ]
  it.each(nasty)('stays data: %j', async (command) => {
    expect(await run('printf %s "${command}"', { command })).toEqual(exited(0, command))
    expect(await run('printf %s "$command"', { command })).toEqual(exited(0, command))
    await run('test ${command} = x; echo ${command}', { command })
    expect(readdirSync(directory)).not.toContain('stolen')
  })
  it('holds 32 KiB', async () => {
    const command = 'x'.repeat(32 * 1024)
    expect(await run('printf %s "${command}"', { command })).toEqual(exited(0, command))
  })
  it('that could not be exported keeps the hook from running', async () => {
    const raw = await run('touch ran; echo "${command}"', { command: 'x'.repeat(32 * 1024 + 1) })
    const message =
      'the command uses ${command}, which could not be exported because it is longer than 32 KiB; read it from stdin instead'
    expect(raw).toEqual({ end: { kind: 'placeholder', message }, stdout: '', stderr: '' })
    expect(readdirSync(directory)).not.toContain('ran')
  })
  it('with a NUL keeps the hook from running', async () => {
    expect((await run('echo "$command"', { command: 'a\0b' })).end.kind).toBe('placeholder')
  })
  it('that the hook does not name is no obstacle', async () => {
    const raw = await run('wc -c; echo "$commander ${command_line}"', { command: 'x'.repeat(40_000) })
    expect(raw.end).toEqual({ kind: 'exit', code: 0 })
  })
  it('of another event is empty and not what the firing process had', async () => {
    expect(await run('echo "[${status}]"')).toEqual(exited(0, '[]\n'))
  })
})

describe('a variable is named by', () => {
  const forms = [
    '$command',
    '"${command}"',
    '${command:-x}',
    '${command%.*}',
    '${#command}',
    '${!command}',
    '$command.',
  ]
  it.each([...forms, '$env:command', '${env:command}', '$ENV:Command'])('%s', (text) => {
    expect(namesVariable(text, 'command')).toBe(true)
  })
  it.each(['command', '$commands', '${command_line}', '$Command', '%command%', '{command}'])('not by %s', (text) => {
    expect(namesVariable(text, 'command')).toBe(false)
  })
})

// Node's types do not have this property yet.
it.runIf(Boolean((process.features as { typescript?: unknown }).typescript))(
  'a command may be TypeScript',
  async () => {
    script('guard.ts', 'const word: string = "typed"\nconsole.log(word)\n')
    expect(await run(`'${process.execPath}' guard.ts`)).toMatchObject(exited(0, 'typed\n'))
  },
)

it('the shell is /bin/sh', () => {
  expect(shellFor('darwin', 'x y')).toEqual({ shell: '/bin/sh', args: ['-c', 'x y'] })
})

describe('the first word', () => {
  it.each([
    ['./a.sh b', './a.sh'],
    [' "a b.sh" c', 'a b.sh'],
    ["'a b.sh'", 'a b.sh'],
    ['& "C:\\a b\\c" d', 'C:\\a b\\c'],
    ['a;b', 'a'],
    ['$(x)', undefined],
    ['', undefined],
  ])('of %j is %j', (command, want) => expect(firstWord(command)).toBe(want))
})
