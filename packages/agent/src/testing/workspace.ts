/**
 * Runs the built command in a scratch workspace with its own home directory. The command is a child process, so that test
 * servers in this process can answer it.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@hookline/core/protocol'
import { onTestFinished } from 'vitest'

const bin = fileURLToPath(new URL('../../../cli/bin/hookline.cjs', import.meta.url))
export const packageFile = (path: string) => fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url))

interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
export interface TestWorkspace {
  /** The path of the built command. */
  readonly bin: string
  readonly root: string
  readonly home: string
  /** A path that starts with `~/` is in the home directory. An object is written as JSON. */
  write(path: string, content: string | object, mode?: number): string
  read(path: string): string
  has(path: string): boolean
  /** Writes `~/.cursor/hooks.json`, which needs no trust. */
  writeHooks(entries: Readonly<Record<string, readonly object[]>>): void
  run(args: readonly string[], stdin?: string): Promise<ProcessResult>
  start(args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<ProcessResult> }
  /** Returns the input of every event that a recording hook has received. */
  events(): readonly JsonObject[]
  /** Builds hooks for these events that append their input to a file. */
  buildRecordingHooks(names: readonly string[]): Readonly<Record<string, readonly object[]>>
}

export function createWorkspace(): TestWorkspace {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agent-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
  const [root, home] = [join(directory, 'ws'), join(directory, 'home')]
  const resolvePath = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path))
  const write: TestWorkspace['write'] = (path, content, mode = 0o644) => {
    mkdirSync(dirname(resolvePath(path)), { recursive: true })
    writeFileSync(resolvePath(path), typeof content === 'string' ? content : JSON.stringify(content, null, 2), { mode })
    return resolvePath(path)
  }
  mkdirSync(join(root, '.cursor'), { recursive: true })
  mkdirSync(home)
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_STATE_HOME: join(home, 'state'), NO_COLOR: '1' }
  const start: TestWorkspace['start'] = (args) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: root, env, argv0: 'hookline', stdio: 'pipe' })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    const ended = new Promise<ProcessResult>((resolve) => child.once('close', (code) => resolve({ code, ...output })))
    return { child, ended }
  }
  return {
    bin,
    root,
    home,
    write,
    read: (path) => readFileSync(resolvePath(path), 'utf8'),
    has: (path) => existsSync(resolvePath(path)),
    writeHooks: (hooks) => void write('~/.cursor/hooks.json', { version: 1, hooks }),
    async run(args, stdin = '') {
      const { child, ended } = start(args)
      child.stdin?.end(stdin)
      return ended
    },
    start,
    events: () =>
      existsSync(resolvePath('~/events.jsonl')) ? parseLines(readFileSync(resolvePath('~/events.jsonl'), 'utf8')) : [],
    buildRecordingHooks: (names) =>
      Object.fromEntries(names.map((name) => [name, [{ command: `cat >> '${resolvePath('~/events.jsonl')}'` }]])),
  }
}

/** Leaves out the last line: a hook may still be writing it. */
const parseLines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
