/** The real command in a scratch workspace with a home of its own, started as a process so that servers beside it can answer. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const bin = fileURLToPath(new URL('../../../cli/bin/hookline.mjs', import.meta.url))
export const packageFile = (path: string) => fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
export interface Place {
  /** The built command. */
  readonly bin: string
  readonly root: string
  readonly home: string
  /** Paths beginning with `~/` stand in the home; objects are written as JSON. */
  write(path: string, content: string | object, mode?: number): string
  read(path: string): string
  has(path: string): boolean
  /** `~/.cursor/hooks.json`, which needs no trust. */
  hooks(entries: Readonly<Record<string, readonly object[]>>): void
  run(args: readonly string[], stdin?: string): Promise<Ended>
  start(args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> }
  /** Every event that any hook of `recorded` saw, as it read it. */
  events(): readonly Readonly<Record<string, unknown>>[]
  /** `<event>` hooks that append what they read to a file. */
  recorded(names: readonly string[]): Readonly<Record<string, readonly object[]>>
}

export function place(): Place {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agent-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
  const [root, home] = [join(directory, 'ws'), join(directory, 'home')]
  const full = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path))
  const write: Place['write'] = (path, content, mode = 0o644) => {
    mkdirSync(dirname(full(path)), { recursive: true })
    writeFileSync(full(path), typeof content === 'string' ? content : JSON.stringify(content, null, 2), { mode })
    return full(path)
  }
  mkdirSync(join(root, '.cursor'), { recursive: true })
  mkdirSync(home)
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_STATE_HOME: join(home, 'state'), NO_COLOR: '1' }
  const start: Place['start'] = (args) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: root, env, stdio: 'pipe' })
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text
      })
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...texts })))
    return { child, ended }
  }
  return {
    bin,
    root,
    home,
    write,
    read: (path) => readFileSync(full(path), 'utf8'),
    has: (path) => existsSync(full(path)),
    hooks: (hooks) => void write('~/.cursor/hooks.json', { version: 1, hooks }),
    async run(args, stdin = '') {
      const { child, ended } = start(args)
      child.stdin?.end(stdin)
      return ended
    },
    start,
    events: () => (existsSync(full('~/events.jsonl')) ? lines(readFileSync(full('~/events.jsonl'), 'utf8')) : []),
    recorded: (names) =>
      Object.fromEntries(names.map((name) => [name, [{ command: `cat >> '${full('~/events.jsonl')}'` }]])),
  }
}

/** The last one may be on its way. */
const lines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
