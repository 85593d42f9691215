/** The launcher and its daemon as real processes, with a home and a runtime directory of their own. */
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compose, type LogRecord, openLog } from '@hookline/core/node'
import { onTestFinished } from 'vitest'
import { buildLauncher } from '../../../../scripts/build-launcher.mjs'
import { removeDirectory } from './remove.ts'

/** Undefined without a compiler; then its tests are skipped, and with CI=true they fail. */
const launcher: string | undefined = buildLauncher(
  fileURLToPath(new URL('../../dist/launcher/hookline', import.meta.url)),
)

export const needsLauncher = { skip: launcher === undefined && process.env.CI !== 'true' }

export interface CallResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

export interface Rig {
  readonly directory: string
  readonly home: string
  readonly root: string
  /** Where the sockets are. */
  readonly sockets: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, content: string | object, mode?: number): string
  /** Approves the hooks of the workspace, or of another directory, as they are now. */
  trust(directory?: string): Promise<void>
  call(payload: string | Buffer | object, options?: CallOptions): Promise<CallResult>
  /** Resolves when an event is answered by the daemon. */
  ready(more?: Readonly<Record<string, string>>): Promise<void>
  front(): number
  daemon(): number
  socket(): string
  readonly program: string
  /** For Node. */
  readonly script: string
  /** What a new build of Hookline looks like to the launcher. */
  rebuild(): void
  /** A new build whose daemon ends with an error when it starts. */
  breakDaemon(): void
  records(): Promise<readonly LogRecord[]>
  /** How often a hook has run that appends a line to this file. */
  count(file: string): number
}

interface CallOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** A program that starts the launcher, with its arguments. */
  readonly within?: readonly string[]
  readonly onSpawn?: (pid: number) => void
}

export const shellEvent = (root: string, command = 'npm test', more: object = {}): object => ({
  hook_event_name: 'beforeShellExecution',
  conversation_id: 'c-1',
  generation_id: 'g-1',
  model: 'default',
  cursor_version: '3.0.0',
  workspace_roots: [root],
  user_email: null,
  transcript_path: null,
  command,
  cwd: root,
  sandbox: false,
  ...more,
})

export function rig(): Rig {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hl-d-')))
  const { program, bundle, script } = copyPackage(directory)
  const [home, root, runtime] = [join(directory, 'home'), join(directory, 'ws'), join(directory, 'run')]
  for (const path of [home, join(root, '.cursor'), runtime]) mkdirSync(path, { recursive: true, mode: 0o700 })
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_RUNTIME_DIR: runtime }
  const list = () => spawnSync(program, ['--daemons'], { env, encoding: 'utf8' }).stdout.split('\n')
  const front = () => {
    const [socket = '', ...lines] = list()
    return Number(lines.find((line) => socket.endsWith(`/${line.split(' ')[1]}.sock`))?.split(' ')[0] ?? 0)
  }
  onTestFinished(async () => {
    for (const pid of findProcesses(runtime)) {
      killQuietly(pid, 'SIGCONT')
      killQuietly(pid)
    }
    for (let tries = 0; tries < 500 && findProcesses(runtime).length > 0; tries++) await pause(20)
    await removeDirectory(directory)
  })
  const made: Rig = {
    directory,
    home,
    root,
    sockets: join(runtime, 'hookline-d'),
    env,
    write(path, content, mode = 0o644) {
      const file = path.startsWith('/') ? path : join(root, path)
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      chmodSync(file, mode)
      return file
    },
    async trust(directory = root) {
      const { configs, hooks } = await compose({ workspaceRoots: [directory], home })
      configs.store.add(configs.trustOf(directory).content)
      await hooks.close()
    },
    call: (payload, options = {}) => call(program, payload, { ...options, env: { ...env, ...options.env } }, root),
    async ready(more) {
      for (let tries = 0; tries < 1000; tries++) {
        if (await isServing(program, { ...env, ...more }, directory)) return
        await pause(50)
      }
      throw new Error('the daemon did not start')
    },
    front,
    socket: () => list()[0] ?? '',
    rebuild: () => appendFileSync(bundle, '\n'),
    breakDaemon: () =>
      writeFileSync(
        bundle,
        readFileSync(bundle, 'utf8').replace(
          '__dirname) {',
          "__dirname) {if (process.argv[2] === 'daemon') throw new Error('broken');",
        ),
      ),
    script,
    program,
    daemon: () => {
      const pid = front() === 0 ? 0 : daemonOf(front())
      if (pid === 0) throw new Error('there is no daemon')
      return pid
    },
    records: async () =>
      (
        await openLog(join(home, '.local/state/hookline/log'), { cache: join(directory, 'index') }).query({
          limit: 20_000,
        })
      ).records,
    count: (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0),
  }
  return made
}

/** Gives the workspace one trusted hook, at the gate of shell commands. It reads its event and goes on with these lines. */
export async function trustGuard(made: Rig, lines: string): Promise<void> {
  made.write('.cursor/hooks/guard.sh', `#!/bin/sh\ncat > /dev/null\n${lines}\n`, 0o755)
  made.write('.cursor/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }] },
  })
  await made.trust()
}

/** A guard that denies. Returns the file to which each of its runs appends a line. */
export async function trustCountingGuard(made: Rig): Promise<string> {
  const runs = join(made.directory, 'runs')
  await trustGuard(made, `echo x >> '${runs}'\necho '{"permission":"deny"}'`)
  return runs
}

/** A launcher of its own in a copy of the package, so that a rebuild in one test changes nothing in another. */
function copyPackage(directory: string): {
  readonly program: string
  readonly bundle: string
  readonly script: string
} {
  const original = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const copy = join(directory, 'package')
  const program = join(copy, `native/${process.platform}-${process.arch}/hookline`)
  const [bundle, script] = [join(copy, 'dist/bundle/hookline.cjs'), join(copy, 'bin/hookline.cjs')]
  for (const file of [program, bundle, script]) mkdirSync(dirname(file), { recursive: true })
  for (const name of readdirSync(original('dist/bundle')))
    if (name !== 'hookline.cjs') symlinkSync(original(`dist/bundle/${name}`), join(dirname(bundle), name))
  for (const name of readdirSync(original('bin'))) copyFileSync(original(`bin/${name}`), join(dirname(script), name))
  copyFileSync(original('dist/bundle/hookline.cjs'), bundle)
  copyFileSync(original('package.json'), join(copy, 'package.json'))
  if (launcher !== undefined) copyFileSync(launcher, program)
  return { program, bundle, script }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** An event that the daemon answers makes the launcher start no Node. */
async function isServing(program: string, env: Readonly<Record<string, string>>, cwd: string): Promise<boolean> {
  const payload = { hook_event_name: 'stop', workspace_roots: [cwd], status: 'completed' }
  // Without the daemon, this becomes Node with an option that it does not know, and fails.
  const { code } = await call(program, payload, { env: { ...env, NODE_OPTIONS: '--no-such-option' } }, cwd)
  return code === 0
}

function call(
  program: string,
  payload: string | Buffer | object,
  options: CallOptions,
  cwd: string,
): Promise<CallResult> {
  const input = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  const args = [...(options.within ?? []), program, 'run', ...(options.args ?? ['--host', 'cursor'])]
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(args[0] ?? '', args.slice(1), { cwd: options.cwd ?? cwd, env: { ...options.env } })
    const parts = { stdout: '', stderr: '' }
    child.stdout.on('data', (bytes) => {
      parts.stdout += bytes
    })
    child.stderr.on('data', (bytes) => {
      parts.stderr += bytes
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...parts, code, ms: performance.now() - began }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    options.onSpawn?.(child.pid ?? 0)
  })
}

/** Fronts and daemons whose sockets are in this directory. */
function findProcesses(runtime: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const words = readProc(pid, 'cmdline')
      return (words.includes('--front') || words.includes('--serve')) && readProc(pid, 'environ').includes(runtime)
    })
}

const daemonOf = (front: number): number =>
  Number(
    readdirSync('/proc').find(
      (name) => /^\d+$/.test(name) && new RegExp(`^PPid:\\s${front}$`, 'm').test(readProc(Number(name), 'status')),
    ) ?? 0,
  )

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

export function killQuietly(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  // 0 would be the group of this process.
  if (pid <= 0) return
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}
