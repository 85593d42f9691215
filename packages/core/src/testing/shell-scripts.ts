/** For the tests: scripts fed by a shell as Cursor feeds them, with every awk that is on this machine. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
export interface Place {
  readonly root: string
  /** Nothing is in it, and nothing may be left there. */
  readonly empty: string
  written(text: string): string
  feed(script: string, stdin: string, path?: string): Promise<Ended>
}

export function scriptPlace(): Place {
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

/** Each in a directory where nothing else is: no node, no other tool. */
export function awksHere(root: string): readonly { readonly name: string; readonly path: string }[] {
  const found = ['mawk', 'gawk', 'busybox', 'original-awk', 'awk'].flatMap((name) => {
    const program = (process.env.PATH ?? '')
      .split(delimiter)
      .map((directory) => join(directory, name))
      .find((file) => existsSync(file))
    return program === undefined ? [] : [{ name, program }]
  })
  return (found.length > 1 ? found.filter(({ name }) => name !== 'awk') : found).map(({ name, program }) => {
    const path = join(root, name)
    mkdirSync(path)
    symlinkSync(program, join(path, 'awk'))
    return { name, path }
  })
}

/** Several at once: a process each. */
export async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item)
  }
  await Promise.all([work(), work(), work()])
}
