/** For tests: runs scripts in a shell as Cursor does, with Python 3 and no other program on the path. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
export interface ScriptRunner {
  readonly root: string
  /** An empty directory, in which a script must not leave files. */
  readonly empty: string
  written(text: string): string
  feed(script: string, stdin: string | Buffer, path?: string): Promise<Ended>
}

export function createScriptRunner(): ScriptRunner {
  const root = mkdtempSync(join(tmpdir(), 'hookline-script-'))
  const empty = join(root, 'empty')
  mkdirSync(empty)
  let count = 0
  return {
    root,
    empty,
    written(text) {
      const file = join(root, `${count++}.sh`)
      writeFileSync(file, text)
      return file
    },
    feed: (script, stdin, path = process.env.PATH) =>
      new Promise((resolve) => {
        const child = execFile('/bin/sh', [script], { cwd: empty, env: { PATH: path } }, (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
        )
        child.stdin?.on('error', () => {})
        child.stdin?.end(stdin)
      }),
  }
}

/** Creates a directory that holds python3 and no other program. */
export function pythonAlone(root: string): string {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  const path = join(root, 'python')
  mkdirSync(path)
  if (stdout !== null) symlinkSync(stdout.trim(), join(path, 'python3'))
  return path
}

/** Acts on three items at a time. */
export async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item)
  }
  await Promise.all([work(), work(), work()])
}
