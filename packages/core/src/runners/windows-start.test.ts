import { win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry, Raw } from '../flow.ts'
import { eventRows } from '../protocol/events/index.ts'
import { commandRunner, type Spawn, type SpawnRequest, shellFor, startOf } from './command.ts'

const cwd = 'C:\\ws'
const env = { Path: 'C:\\nodejs;relative;"C:\\Program Files\\Git\\bin";C:\\npm\\', SystemRoot: 'D:\\Win' }
const programs = ['C:\\nodejs\\node.exe', 'C:\\Program Files\\Git\\bin\\bash.exe', 'C:\\npm\\npx.cmd', 'C:\\npm\\npx']
const powershell = 'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const cmd = 'D:\\Win\\System32\\cmd.exe'

const spawnWith = (files: readonly string[], ran: (request: SpawnRequest) => Raw): Spawn => ({
  system: 'win32',
  run: async (request) => ran(request),
  warm: () => {},
  isFile: (path, directory) => [...programs, ...files].includes(win32.resolve(directory, path)),
  inspect: () => undefined,
  close: async () => {},
})
const entryOf = (over: Partial<Entry>): Entry => ({
  id: 'user/beforeShellExecution/00000000',
  event: 'beforeShellExecution',
  type: 'command',
  label: '',
  timeoutMs: 10_000,
  loopLimit: null,
  monitor: false,
  dialect: 'cursor',
  cwd,
  origin: { source: 'user', own: false },
  trust: 'own',
  extra: {},
  ...over,
})
const exited = (code: number, stdout = ''): Raw => ({ end: { kind: 'exit', code }, stdout, stderr: '' })
const start = (over: Partial<Entry>, files: readonly string[] = []) =>
  startOf(
    entryOf(over),
    spawnWith(files, () => exited(0)),
    env,
  )
const run = (command: string, ran: (request: SpawnRequest) => Raw, files: readonly string[] = []) =>
  commandRunner(spawnWith(files, ran)).run({
    entry: entryOf({ command }),
    event: { id: 'e', name: 'beforeShellExecution', row: eventRows.beforeShellExecution, at: '', input: {} },
    stdin: '{}\n',
    env,
    missing: {},
    timeoutMs: 10_000,
    signal: new AbortController().signal,
  })

describe('a file is started by its kind', () => {
  it.each([
    ['.cursor\\hooks\\guard.exe', 'guard.exe', { shell: 'C:\\ws\\.cursor\\hooks\\guard.exe', args: [] }],
    ['.cursor/hooks/guard.exe -v', 'guard.exe', { shell: 'C:\\ws\\.cursor\\hooks\\guard.exe', args: ['-v'] }],
    ['.cursor/hooks/guard.mjs', 'guard.mjs', { shell: 'C:\\nodejs\\node.exe', args: ['.cursor\\hooks\\guard.mjs'] }],
    [
      '.cursor/hooks/guard.ts a',
      'guard.ts',
      { shell: 'C:\\nodejs\\node.exe', args: ['.cursor\\hooks\\guard.ts', 'a'] },
    ],
  ])('%s', (command, name, want) => {
    expect(start({ command }, [`C:\\ws\\.cursor\\hooks\\${name}`])).toEqual(want)
  })
  it.each([
    ['.cursor\\hooks\\deny.cmd', '"".cursor\\hooks\\deny.cmd""'],
    ['.cursor/hooks/deny.cmd --flag', '"".cursor\\hooks\\deny.cmd" --flag"'],
    ['& "./.cursor/hooks/deny.cmd" "a & b"', '"".\\.cursor\\hooks\\deny.cmd" "a & b""'],
  ])('%s is run by cmd.exe', (command, line) => {
    const files = ['C:\\ws\\.cursor\\hooks\\deny.cmd']
    expect(start({ command }, files)).toEqual({ shell: cmd, args: ['/d', '/v:off', '/s', '/c', line], verbatim: true })
  })
  it('a script of PowerShell is called by its quoted path', () => {
    const found = start({ command: '"C:\\it\'s here\\x.ps1"' }, ["C:\\it's here\\x.ps1"])
    expect(found).toMatchObject({ shell: powershell })
    expect('args' in found ? found.args[5] : '').toContain("\n& 'C:\\it''s here\\x.ps1'\n")
  })
  it('a path without its extension is completed as PowerShell does it', () => {
    const found = start({ command: '.\\hooks\\guard' }, ['C:\\ws\\hooks\\guard.cmd', 'C:\\ws\\hooks\\guard.ps1'])
    expect('args' in found ? found.args[5] : '').toContain("& '.\\hooks\\guard.ps1'")
  })
  it.each([
    ['.\\hooks\\guard', ['C:\\ws\\hooks\\guard'], /has no extension/],
    ['& "./hooks/guard" --flag', ['C:\\ws\\hooks\\guard'], /has no extension/],
    ['C:\\my hooks\\guard', ['C:\\my hooks\\guard'], /has no extension/],
    ['.\\hooks\\guard.sh', ['C:\\ws\\hooks\\guard.sh'], /no interpreter/],
    ['.\\hooks\\guard.cmd', [], /does not exist in the hook's working directory C:\\ws/],
    ['.\\hooks\\guard.cmd "a%PATH%"', ['C:\\ws\\hooks\\guard.cmd'], undefined],
  ])('%s is never handed to the file association', async (command, files, problem) => {
    const { end } = await run(command, () => exited(0), files)
    expect(end.kind).toBe('spawn')
    if (problem !== undefined) expect(end).toMatchObject({ message: expect.stringMatching(problem) })
  })
})

describe('a program is searched in the absolute directories of PATH', () => {
  it('and started without a shell', () => {
    expect(start({ command: 'node .cursor\\hooks\\a.mjs "x y"' })).toEqual({
      shell: 'C:\\nodejs\\node.exe',
      args: ['.cursor\\hooks\\a.mjs', 'x y'],
    })
  })
  it('also with args, where a program may be a batch file', () => {
    expect(start({ command: 'npx', args: ['-y', 'a b'] })).toEqual({
      shell: cmd,
      args: ['/d', '/v:off', '/s', '/c', '""C:\\npm\\npx.cmd" -y "a b""'],
      verbatim: true,
    })
    expect(start({ command: 'npx', args: ['100%'] })).toEqual({
      problem: 'cmd.exe cannot pass "100%" to C:\\npm\\npx.cmd unchanged',
    })
  })
  it('never in the workspace', () => {
    const found = start({ command: 'python a.py' }, ['C:\\ws\\python.exe', 'C:\\ws\\relative\\python.exe'])
    expect(found).toMatchObject({ shell: powershell })
  })
  it('as the bash that an entry names', () => {
    expect(start({ command: 'cat', shell: 'bash' })).toEqual({
      shell: 'C:\\Program Files\\Git\\bin\\bash.exe',
      args: ['-c', 'cat'],
    })
  })
})

describe('PowerShell', () => {
  it('without a profile passes exit codes on', () => {
    const { shell, args } = shellFor('win32', 'node guard.js', env)
    expect(shell).toBe(powershell)
    expect(args.slice(0, 5)).toEqual(['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command'])
    expect(args[5]).toMatch(/^node guard\.js\n.*exit \$LASTEXITCODE/)
  })
  it.each([
    'echo hi',
    'cat',
    'Get-Content x',
    'node a.mjs | node b.mjs',
    'node $env:X',
    'powershell -File a.ps1',
    'node a.mjs; exit 2',
    '"text"',
  ])('runs %s', (command) => expect(start({ command })).toMatchObject({ shell: powershell }))
  it('that says success without running the command has failed', async () => {
    expect((await run('echo hi', () => exited(0))).end).toEqual({
      kind: 'spawn',
      message: `${powershell} ended with exit code 0 without running the command`,
    })
    expect((await run('echo hi', () => exited(1))).end).toEqual({ kind: 'exit', code: 1 })
  })
  it('proves on its first line that it runs the command', async () => {
    const printed = (stdout: string) => run('echo hi', () => exited(0, stdout))
    expect(await printed('#hookline-command-begins#\r\nhi\r\n')).toEqual(exited(0, 'hi\r\n'))
    expect(await printed('\ufeff#hookline-command-begins#\n')).toEqual(exited(0))
  })
})
