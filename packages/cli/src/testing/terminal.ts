/** The built command at a real terminal: `script` of util-linux makes one. What is typed is echoed as a person sees it. */
import { spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { bin, type Sandbox } from './cli.ts'

export interface Terminal {
  /** All that was shown so far, without colours. */
  shown(): string
  /** Waits until `text` is shown after what was seen before; answers what came up to it. */
  see(text: string | RegExp): Promise<string>
  type(text: string): void
  readonly ended: Promise<number | null>
}

export const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

export function openTerminal(box: Sandbox, args: readonly string[]): Terminal {
  const command = [process.execPath, bin, ...args].map(quoted).join(' ')
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: box.root,
    env: { ...box.env, TERM: 'xterm', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [text, seen] = ['', 0]
  let look = () => {}
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk.replaceAll('\r', '')
    look()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    shown: () => text,
    see: (wanted) =>
      new Promise((resolve, reject) => {
        const gone = () => reject(new Error(`"${wanted}" was not shown, but:\n${text.slice(seen)}`))
        const timer = setTimeout(gone, 60_000)
        void ended.then(() => setImmediate(gone))
        look = () => {
          const rest = text.slice(seen)
          const found = typeof wanted === 'string' ? rest.indexOf(wanted) : rest.search(wanted)
          if (found < 0) return
          const length = typeof wanted === 'string' ? wanted.length : (wanted.exec(rest)?.[0].length ?? 0)
          seen += found + length
          clearTimeout(timer)
          look = () => {}
          resolve(rest.slice(0, found + length))
        }
        look()
      }),
    type: (typed) => void child.stdin.write(typed),
    ended,
  }
}
