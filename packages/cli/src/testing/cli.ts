/** Runs the built command as a real process, in a temporary directory with a home of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { removeDirectory } from './remove.ts'
import { shareCodeCache } from './share-code-cache.ts'
import { waitMs } from './wait-ms.ts'

/** The file that npm links. Its other name, `hookline.mjs`, takes longer to start; `entry.test.ts` has it. */
export const bin = fileURLToPath(new URL('../../bin/hookline.cjs', import.meta.url))

/** Hints then name the command as a global install does: `hookline`. */
const argv0 = 'hookline'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
export interface RunOptions {
  readonly stdin?: string | Buffer
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}
export interface Sandbox {
  readonly directory: string
  readonly home: string
  /** The workspace, where commands run. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, content: string | object): string
  script(path: string, body: string): string
  hookline(args: readonly string[], options?: RunOptions): CommandResult
  start(args: readonly string[], stdin?: 'ignore' | 'pipe'): ChildProcess
}

export function sandbox(): Sandbox {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-cli-')))
  onTestFinished(() => removeDirectory(directory))
  const [home, root] = [join(directory, 'home'), join(directory, 'ws')]
  for (const path of [home, join(root, '.cursor')]) mkdirSync(path, { recursive: true })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    // No process of a test may outlive it.
    HOOKLINE_TEAM_WATCH: 'off',
    ...(process.platform === 'win32' ? windowsVariables(home) : {}),
  }
  if (process.platform !== 'win32') shareCodeCache(env.XDG_CACHE_HOME)
  const write = (path: string, content: string | object): string => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    return file
  }
  return {
    directory,
    home,
    root,
    env,
    write,
    script(path, body) {
      const file = write(path, `#!/bin/sh\n${body}\n`)
      chmodSync(file, 0o755)
      return file
    },
    hookline(args, options = {}) {
      const ended = spawnSync(process.execPath, [bin, ...args], {
        cwd: options.cwd ?? root,
        env: { ...env, ...options.env },
        input: options.stdin ?? '',
        encoding: 'utf8',
        timeout: waitMs,
        argv0,
      })
      return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr }
    },
    start: (args, stdin = 'ignore') =>
      spawn(process.execPath, [bin, ...args], { cwd: root, env, argv0, stdio: [stdin, 'pipe', 'pipe'] }),
  }
}

/** Without the first four, Windows programs do not start; the others are where people's files are. */
const windowsVariables = (home: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP'].map((name) => [name, process.env[name] ?? ''])),
  USERPROFILE: home,
  APPDATA: join(home, 'AppData\\Roaming'),
  LOCALAPPDATA: join(home, 'AppData\\Local'),
})

/** An answer of `run` without the code with which a person can approve the call. The code is random. */
export const withoutCode = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer).replace(/(\\n)?To let exactly this call pass once(?:[^"\\]|\\.)*/g, ''))

/** A hooks.json with these events. */
export const hooksFile = (hooks: Readonly<Record<string, readonly object[]>>): object => ({ version: 1, hooks })

/** Characters that must never reach a terminal: control characters except newline and tab, and bidi controls. */
export const unsafe = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u
