/** Runs the built command in a real terminal, which `script` of util-linux creates. The output includes what is typed. */
import { spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { bin, type Sandbox } from './cli.ts'

export interface Terminal {
  /** All output so far, without colours. */
  shown(): string
  /** Waits until `text` appears after the last match. Resolves with the output up to and including it. */
  see(text: string | RegExp): Promise<string>
  type(text: string): void
  readonly ended: Promise<number | null>
}

export const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true

const quoted = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`

export function openTerminal(scratch: Sandbox, args: readonly string[]): Terminal {
  const command = [process.execPath, bin, ...args].map(quoted).join(' ')
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: scratch.root,
    env: { ...scratch.env, TERM: 'xterm', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [text, seen] = ['', 0]
  let check = () => {}
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk.replaceAll('\r', '')
    check()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    shown: () => text,
    see: (wanted) =>
      new Promise((resolve, reject) => {
        const gone = () =>
          reject(new Error(`"${wanted}" did not appear. The output since the last match:\n${text.slice(seen)}`))
        const timer = setTimeout(gone, 60_000)
        void ended.then(() => setImmediate(gone))
        check = () => {
          const rest = text.slice(seen)
          const found = typeof wanted === 'string' ? rest.indexOf(wanted) : rest.search(wanted)
          if (found < 0) return
          const length = typeof wanted === 'string' ? wanted.length : (wanted.exec(rest)?.[0].length ?? 0)
          seen += found + length
          clearTimeout(timer)
          check = () => {}
          resolve(rest.slice(0, found + length))
        }
        check()
      }),
    type: (typed) => void child.stdin.write(typed),
    ended,
  }
}
