import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, sandbox } from '../testing/cli.ts'

/** Runs an event without hooks, and prints for each chunk whether V8 took the cached code. */
const program = `const { load, scripts } = require(${JSON.stringify(bin)})
  process.on('exit', () => console.error(JSON.stringify(Object.fromEntries(
    scripts.map(({ name, cachedAt }) => [/^[a-z]+/.exec(name)[0], cachedAt > 0])))))
  load('hookline.cjs')`

function machine() {
  const { directory, root } = sandbox()
  const cacheHome = join(directory, 'own-cache')
  const cache = join(cacheHome, 'hookline/code')
  const run = (env: Readonly<Record<string, string>> = { XDG_CACHE_HOME: cacheHome }, host = 'cursor') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program, 'x', 'run', '--host', host], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', ...env },
      input: JSON.stringify(
        host === 'cursor'
          ? { hook_event_name: 'beforeShellExecution', command: 'ls', cursor_version: '3.0.0', workspace_roots: [root] }
          : { hook_event_name: 'UserPromptSubmit', prompt: 'x', session_id: 's', cwd: root, transcript_path: null },
      ),
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '{}\n' })
    return JSON.parse(stderr) as Readonly<Record<string, boolean>>
  }
  const coreFile = () => join(cache, readdirSync(cache).find((name) => name.startsWith('core-')) ?? '')
  return { directory, cacheHome, cache, run, coreFile }
}
const fromCache = { hookline: false, main: true, core: true }
const compiled = { hookline: false, main: false, core: false }

describe.skipIf(process.platform === 'win32')('the code cache', () => {
  it('is written by the first start, for the user alone, and used by the next', () => {
    const { cache, run } = machine()
    expect(run()).toMatchObject(compiled)
    expect(run()).toMatchObject(fromCache)
    expect(statSync(cache).mode & 0o777).toBe(0o700)
    expect(readdirSync(cache).map((name) => statSync(join(cache, name)).mode & 0o777)).not.toContain(0o644)
    expect(readdirSync(cache).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  const makeFifo = (file: string): void => {
    rmSync(file)
    execFileSync('mkfifo', [file])
  }
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'is cut off': (file) => writeFileSync(file, readFileSync(file).subarray(0, -100)),
    'is empty': (file) => writeFileSync(file, ''),
    'is something else': (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length, 7)),
    'has one changed byte': (file) => {
      const bytes = readFileSync(file)
      bytes[5000] = (bytes[5000] ?? 0) ^ 1
      writeFileSync(file, bytes)
    },
    'was made of another chunk': (file) => {
      const other = readdirSync(join(file, '..')).find((name) => name.startsWith('main-')) ?? ''
      writeFileSync(file, readFileSync(join(file, '..', other)))
    },
    'can be written by others': (file) => chmodSync(file, 0o622),
    'is a link': (file) => {
      renameSync(file, `${file}.real`)
      symlinkSync(`${file}.real`, file)
    },
    'is a directory': (file) => {
      rmSync(file)
      mkdirSync(file)
    },
    ...(process.platform === 'win32' ? {} : { 'is a FIFO that no program writes to': makeFifo }),
  }
  it.each(Object.entries(damages))('ignores a file that %s', (_, damage) => {
    const { run, coreFile } = machine()
    run()
    damage(coreFile())
    expect(run()).toMatchObject({ main: true, core: false })
  })

  it('replaces a damaged file', () => {
    const { run, coreFile } = machine()
    run()
    writeFileSync(coreFile(), 'x')
    expect([run().core, run().core]).toEqual([false, true])
  })

  it('gets the code of a chunk that runs for the first time, and keeps that of the others', () => {
    const { cacheHome, run, coreFile } = machine()
    const runAs = (host: string) => run({ XDG_CACHE_HOME: cacheHome }, host)
    const chunks = () => readFileSync(coreFile(), 'latin1').trimEnd().split('\n').at(-1)?.split(' ')
    runAs('cursor')
    expect(chunks()).not.toContain('agent-claude')
    expect(runAs('claude')).toMatchObject(fromCache)
    expect(chunks()).toEqual(expect.arrayContaining(['main', 'agent-cursor', 'agent-claude']))
    const { mtimeMs } = statSync(coreFile())
    expect([runAs('claude'), runAs('cursor')]).toMatchObject([fromCache, fromCache])
    expect(statSync(coreFile()).mtimeMs).toBe(mtimeMs)
  })

  it('is not needed: without a home, and where nothing can be written', () => {
    const { directory, run } = machine()
    const file = join(directory, 'file')
    writeFileSync(file, '')
    for (const env of [{}, { HOME: '/proc/none' }, { XDG_CACHE_HOME: file }, { XDG_CACHE_HOME: '/proc' }])
      expect([run(env), run(env)]).toMatchObject([compiled, compiled])
    expect(lstatSync(file).size).toBe(0)
  })

  it('has its own code for other flags', () => {
    const { cacheHome, run } = machine()
    run()
    const flagged = { XDG_CACHE_HOME: cacheHome, NODE_OPTIONS: '--stack-trace-limit=50' }
    expect([run(flagged), run(flagged), run()]).toMatchObject([compiled, fromCache, fromCache])
  })

  it('removes what was not used for a month', () => {
    const { cache, run } = machine()
    mkdirSync(cache, { recursive: true })
    const [old, recent] = [join(cache, 'old.cjs.20'), join(cache, 'recent.cjs.20')]
    for (const file of [old, recent]) writeFileSync(file, 'x')
    const days = (count: number) => Date.now() / 1000 - count * 24 * 3600
    utimesSync(old, days(31), days(31))
    utimesSync(recent, days(29), days(29))
    run()
    expect([old, recent].map((file) => existsSync(file))).toEqual([false, true])
  })
})
