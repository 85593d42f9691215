/** The launcher of Windows and its daemon as real processes, with a home of their own: on Windows, or under Wine. */
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compose, type LogRecord, openLog } from '@hookline/core/node'
import { onTestFinished } from 'vitest'
import { buildConfined, buildWindowsLauncher } from '../../../../scripts/build-launcher.mjs'
import { removeDirectory } from './remove.ts'

/** Wine does not answer every question about a process, so its launcher is built to do without some of the answers. */
export const isWine = process.env.WINECONFIGDIR !== undefined
const isWindows = process.platform === 'win32'
const built = (name: 'windows' | 'wine'): string =>
  fileURLToPath(new URL(`../../dist/launcher/${name}/hookline.exe`, import.meta.url))
const launcher = isWindows ? buildWindowsLauncher(built(isWine ? 'wine' : 'windows'), { forWine: isWine }) : undefined
/** As it is published. */
export const strictLauncher = built('windows')

/** Starts a program with fewer rights. Under Wine that has no effect. */
export const confinedProgram =
  isWindows && !isWine
    ? buildConfined(fileURLToPath(new URL('../../dist/launcher/confined.exe', import.meta.url)))
    : undefined

/** Without a compiler its tests are skipped, and with CI=true they fail. */
export const hasLauncher = isWindows && (launcher !== undefined || process.env.CI === 'true')

export interface WindowsRig {
  readonly directory: string
  readonly home: string
  readonly root: string
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, content: string | object): string
  trust(): Promise<void>
  call(payload: string | Buffer | object, more?: CallOptions): Promise<WindowsCall>
  /** Resolves when an event is answered by the daemon. */
  ready(): Promise<void>
  /** Its pipe, and its process or 0. */
  front(): { readonly pipe: string; readonly pid: number }
  /** The process of Node that the front has started. */
  daemon(): number
  rebuild(): void
  records(): Promise<readonly LogRecord[]>
  lines(file: string): readonly string[]
}
interface CallOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** A program that starts the launcher, with its arguments. */
  readonly within?: readonly string[]
  readonly onSpawn?: (pid: number) => void
}
export interface WindowsCall {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function windowsRig(given = launcher): WindowsRig {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hl-w-')))
  const [home, root] = [join(directory, 'home'), join(directory, 'ws')]
  for (const path of [home, join(root, '.cursor')]) mkdirSync(path, { recursive: true })
  const program = copyPackage(directory, given)
  const env = environmentFor(home)
  const ask = (question: string) => spawnSync(program, [question], { env, encoding: 'utf8' }).stdout.split(/\r?\n/)
  const front = () => {
    const [pipe = '', ...lines] = ask('--daemons')
    return {
      pipe,
      pid: Number(lines.find((line) => line !== '' && pipe.endsWith(line.split(' ')[1] ?? ''))?.split(' ')[0] ?? 0),
    }
  }
  onTestFinished(async () => {
    ask('--stop')
    for (let tries = 0; tries < 100 && ask('--daemons').length > 2; tries++) await pause(50)
    // The code cache is written by processes that end just now.
    await pause(300)
    await removeDirectory(directory).catch(() => {})
  })
  const made: WindowsRig = {
    ...{ directory, home, root, program, env, front },
    write(path, content) {
      const file = /^[A-Za-z]:/.test(path) ? path : join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      return file
    },
    async trust() {
      const { configs, hooks } = await compose({ workspaceRoots: [root], home })
      configs.store.add(configs.trustOf(root).content)
      await hooks.close()
    },
    call: (payload, more = {}) => call(program, payload, { ...more, env: { ...env, ...more.env } }, root),
    async ready() {
      const payload = { hook_event_name: 'stop', workspace_roots: [directory], status: 'completed' }
      for (let tries = 0; tries < 300; tries++) {
        // Node does not start with this option: only the daemon can have answered.
        const { code } = await made.call(payload, { env: { NODE_OPTIONS: '--no-such-option' } })
        if (code === 0) return
        await pause(100)
      }
      throw new Error('the daemon did not start')
    },
    daemon: () => Number(readFileSync(join(directory, 'daemon-pid'), 'utf8')),
    rebuild: () => appendFileSync(join(directory, 'package/dist/bundle/hookline.cjs'), '\n'),
    records: async () =>
      (
        await openLog(join(home, 'AppData/Local/hookline/state/log'), { cache: join(directory, 'index') }).query({
          limit: 1_000,
        })
      ).records,
    lines: (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []),
  }
  return made
}

/** Gives the workspace one trusted hook at the gate of shell commands: it writes the command to a file, does more, and denies. */
export async function trustWindowsGuard(made: WindowsRig, more = ''): Promise<string> {
  const runs = join(made.directory, 'runs')
  const text = `let text = ''
process.stdin.on('data', (bytes) => (text += bytes)).on('end', () => {
  require('node:fs').appendFileSync(${JSON.stringify(runs)}, JSON.parse(text).command + '\\n')
  ${more}
  console.log('{"permission":"deny","user_message":"no"}')
})
`
  made.write('.cursor/hooks/guard.js', text)
  made.write('.cursor/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.js' }] },
  })
  await made.trust()
  return runs
}

const environmentFor = (home: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP'].map((name) => [name, process.env[name] ?? ''])),
  Path: [dirname(process.execPath), process.env.PATH].join(';'),
  HOME: home,
  USERPROFILE: home,
  APPDATA: join(home, 'AppData\\Roaming'),
  LOCALAPPDATA: join(home, 'AppData\\Local'),
  HOOKLINE_TEAM_WATCH: 'off',
  HOOKLINE_NODE: process.execPath,
  HOOKLINE_DAEMON: 'on',
})

/** A launcher of its own in a copy of the package. Its daemon writes down its process. */
function copyPackage(directory: string, given: string | undefined): string {
  const original = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const copy = join(directory, 'package')
  const program = join(copy, 'native', `${process.platform}-${process.arch}`, 'hookline.exe')
  mkdirSync(dirname(program), { recursive: true })
  cpSync(original('bin'), join(copy, 'bin'), { recursive: true })
  cpSync(original('dist/bundle'), join(copy, 'dist/bundle'), { recursive: true })
  copyFileSync(original('package.json'), join(copy, 'package.json'))
  const script = join(copy, 'bin/hookline.cjs')
  const note = `if (process.argv[2] === 'daemon' && process.argv[3] === '--serve')
  require('node:fs').writeFileSync(${JSON.stringify(join(directory, 'daemon-pid'))}, String(process.pid))\n`
  writeFileSync(
    script,
    readFileSync(script, 'utf8').replace("'use strict'\n", (all) => `${all}${note}`),
  )
  if (given !== undefined) copyFileSync(given, program)
  return program
}

function call(
  program: string,
  payload: string | Buffer | object,
  { args = ['--host', 'cursor'], env, within = [], onSpawn }: CallOptions,
  cwd: string,
): Promise<WindowsCall> {
  const input = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  return new Promise((resolve, reject) => {
    const [first = program, ...others] = [...within, program]
    const child = spawn(first, [...others, 'run', ...args], { cwd, env: { ...env } })
    const parts = { stdout: '', stderr: '' }
    child.stdout.on('data', (bytes) => {
      parts.stdout += bytes
    })
    child.stderr.on('data', (bytes) => {
      parts.stderr += bytes
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...parts, code }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    onSpawn?.(child.pid ?? 0)
  })
}
