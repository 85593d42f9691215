/** Starts `opencode serve` for one trial, and talks to it over HTTP as its clients do. */
import { spawn } from 'node:child_process'

export interface OpencodeServer {
  /** Sends a prompt in a new session, and resolves when the turn has ended. */
  prompt(text: string): Promise<void>
  close(): void
}

interface ServerStart {
  readonly program: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const START_MS = 60_000

export async function startOpencodeServer({ program, cwd, env }: ServerStart): Promise<OpencodeServer> {
  const args = ['serve', '--hostname', '127.0.0.1', '--port', '0']
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const close = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has already ended.
    }
  }
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => {
      close()
      reject(new Error(`opencode serve ${why}: ${printed}`))
    }
    const timer = setTimeout(() => fail('did not start'), START_MS)
    const read = (text: string) => {
      printed += text
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (found === undefined) return
      clearTimeout(timer)
      resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read)
    child.on('exit', (code) => fail(`ended with ${code}`))
  })
  const post = async (path: string, body: object): Promise<{ readonly id?: string }> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    // True: the server answers these two requests with an object that has an id, or one that is not read.
    return JSON.parse(text) as { readonly id?: string }
  }
  return {
    async prompt(text) {
      const { id } = await post('/session', {})
      const model = { providerID: 'scripted', modelID: 'scripted' }
      await post(`/session/${id}/message`, { model, parts: [{ type: 'text', text }] })
    },
    close,
  }
}
