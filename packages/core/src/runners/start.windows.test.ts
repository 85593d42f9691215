import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { hookEnvironment } from '../environment.ts'
import type { Entry, Event, Raw } from '../flow.ts'
import { createSpawn } from '../node/process/spawn.ts'
import { eventRows } from '../protocol/events/index.ts'
import { commandRunner } from './command.ts'

const directory = mkdtempSync(join(tmpdir(), 'hookline windows & test-'))
const runner = commandRunner(createSpawn())
afterAll(async () => {
  await runner.close?.()
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function write(path: string, text: string): string {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), text)
  return path
}
const lines = (...text: readonly string[]): string => `${text.join('\r\n')}\r\n`

async function run(
  over: Partial<Entry>,
  input: Readonly<Record<string, unknown>> = {},
  timeoutMs = 60_000,
): Promise<Raw> {
  const entry: Entry = {
    id: 'user/beforeShellExecution/00000000',
    event: 'beforeShellExecution',
    type: 'command',
    label: '',
    timeoutMs,
    loopLimit: null,
    monitor: false,
    dialect: 'cursor',
    cwd: directory,
    origin: { source: 'user', own: false },
    trust: 'own',
    extra: {},
    ...over,
  }
  const row = eventRows.beforeShellExecution
  const event: Event = { id: 'e', name: 'beforeShellExecution', row, at: '', input: { cursor_version: '3', ...input } }
  const rest = { session: { env: [] }, roots: [directory], edition: { remote: 'true' }, remote: false } as const
  const base = { ...process.env, Path: `${dirname(process.execPath)};${process.env.PATH ?? ''}`, PATH: undefined }
  const { env, missing } = hookEnvironment({ entry, event, base, platform: { system: 'win32' }, ...rest })
  const signal = new AbortController().signal
  return runner.run({ entry, event, stdin: `${JSON.stringify(input)}\n`, env, missing, timeoutMs, signal })
}
const exited = (code: number, stdout = '', stderr = ''): Raw => ({ end: { kind: 'exit', code }, stdout, stderr })

/** Prints what it read and its arguments, as JSON in ASCII. */
const echo = `
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const text = Buffer.concat(chunks).toString('base64')
process.stdout.write(JSON.stringify({ text, args: process.argv.slice(2) }))
`
const event = { command: 'echo "50%" & rem ^ é ✓ 😀', prompt: '\ufeff' }

describe.runIf(process.platform === 'win32')('a hook on Windows', () => {
  it('that is a batch file prints its decision and exits with its code', async () => {
    write('hooks/deny.cmd', lines('@echo off', 'echo {"permission":"deny"}', 'exit /b 3'))
    expect(await run({ command: 'hooks\\deny.cmd' })).toEqual(exited(3, '{"permission":"deny"}\r\n'))
    expect(await run({ command: 'hooks/deny.cmd' })).toEqual(exited(3, '{"permission":"deny"}\r\n'))
  })
  it('that is a batch file gets its arguments, and its path may have spaces', async () => {
    write('my hooks/args.cmd', lines('@echo off', 'echo [%1] [%2] [%3]'))
    const command = '"my hooks\\args.cmd" one "two words & more" three'
    expect(await run({ command })).toEqual(exited(0, '[one] ["two words & more"] [three]\r\n'))
    expect(await run({ command: 'my hooks\\args.cmd' })).toMatchObject({ end: { kind: 'exit', code: 0 } })
  })
  it('that is a batch file blocks with exit code 2', async () => {
    write('hooks/block.bat', lines('@exit 2'))
    expect((await run({ command: '.\\hooks\\block' })).end).toEqual({ kind: 'exit', code: 2 })
  })
  it.each([
    ['its path', 'hooks/echo.mjs "a b"'],
    ['its interpreter', 'node hooks\\echo.mjs "a b"'],
    ['the full path of its interpreter', `"${process.execPath}" hooks\\echo.mjs "a b"`],
  ])('that is a script of Node, named by %s, reads exactly the bytes of the event', async (_by, command) => {
    write('hooks/echo.mjs', echo)
    const { end, stdout } = await run({ command }, event)
    expect(end).toEqual({ kind: 'exit', code: 0 })
    const read: { readonly text: string; readonly args: readonly string[] } = JSON.parse(stdout)
    expect(Buffer.from(read.text, 'base64').toString('utf8')).toBe(`${JSON.stringify(event)}\n`)
    expect(read.args).toEqual(['a b'])
  })
  it('with args gets each of them unchanged', async () => {
    write('hooks/echo.mjs', echo)
    const words = ['a b', '"quoted"', 'back\\slash\\', '50%', '& del x', "it's", '', 'é✓']
    const { stdout } = await run({ command: 'node', args: ['hooks\\echo.mjs', ...words] })
    expect(JSON.parse(stdout)).toMatchObject({ args: words })
  })
  it('that is a program runs without a shell', async () => {
    const { end, stdout } = await run({ command: `"${process.execPath}" --version` })
    expect([end, stdout.trim()]).toEqual([{ kind: 'exit', code: 0 }, process.version])
  })
  it('whose program is missing has failed', async () => {
    expect((await run({ command: 'hooks\\gone.cmd' })).end.kind).toBe('spawn')
    expect((await run({ command: 'hooks\\gone.exe', args: [] })).end.kind).toBe('spawn')
    write('hooks/x.sh', '#!/bin/sh\nexit 0\n')
    expect((await run({ command: 'hooks/x.sh' })).end.kind).toBe('spawn')
  })
  it('whose interpreter is missing or does nothing has failed', async () => {
    write('hooks/guard.py', 'print("{}")\n')
    write('hooks/guard.ps1', 'Write-Output "{}"\r\n')
    for (const command of ['no-such-program-at-all a', 'hooks/guard.py', 'hooks\\guard.ps1', 'cat | findstr x']) {
      const { end, stdout } = await run({ command })
      if (end.kind === 'exit' && end.code === 0) expect(stdout).not.toBe('')
      else expect(['spawn', 'exit']).toContain(end.kind)
    }
  })
  it('never is a program of the workspace with the name of an interpreter', async () => {
    for (const name of ['node.cmd', 'node.exe', 'cmd.exe', 'powershell.exe']) write(name, 'not a program')
    expect((await run({ command: 'node -p 7' })).stdout).toBe('7\n')
    write('hooks/ok.cmd', lines('@echo ok'))
    expect((await run({ command: 'hooks\\ok.cmd' })).stdout).toBe('ok\r\n')
  })
  it('may leave its event unread', async () => {
    write('hooks/unread.cmd', lines('@exit /b 0'))
    expect(await run({ command: 'hooks\\unread.cmd' }, { text: 'x'.repeat(1_000_000) })).toEqual(exited(0))
  })
  it('that takes too long ends with all its processes', async () => {
    write(
      'hooks/forever.mjs',
      `import { spawn } from 'node:child_process'
       import { appendFileSync } from 'node:fs'
       if (process.argv[2] === 'child') setInterval(() => appendFileSync('alive.txt', 'x'), 50)
       else { spawn(process.execPath, [process.argv[1], 'child'], { stdio: 'inherit' }); setInterval(() => {}, 1000) }`,
    )
    const { end } = await run({ command: 'node hooks\\forever.mjs' }, {}, 4_000)
    expect(end).toEqual({ kind: 'timeout', afterMs: 4_000 })
    const size = (): number =>
      existsSync(join(directory, 'alive.txt')) ? readFileSync(join(directory, 'alive.txt')).length : 0
    for (let before = -1, tries = 0; tries < 50 && before !== size(); tries++) {
      before = size()
      await sleep(500)
    }
    const before = size()
    expect(before).toBeGreaterThan(0)
    await sleep(1_000)
    expect(size()).toBe(before)
  })
})
