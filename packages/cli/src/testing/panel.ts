/** Starts a real panel, and sends requests to it as a browser, another site or a program would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { bin, type Sandbox } from './cli.ts'

interface PanelResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
export interface RequestOptions {
  readonly method?: string
  /** In addition to the token. Undefined removes a header. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: string
}
export interface TestPanel {
  readonly child: ChildProcess
  readonly url: string
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly token: string
  readonly port: number
  ask(path: string, asked?: RequestOptions): Promise<PanelResponse>
  get<T>(path: string): Promise<T>
  post(path: string, body: unknown): Promise<PanelResponse>
  listen(from?: string, filter?: string): Promise<StreamReader>
  /** Stops the panel and resolves with its exit code. */
  end(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>
}
interface StreamMessage {
  readonly event: string
  readonly id?: string
  readonly data?: unknown
}
export interface StreamReader {
  next(): Promise<StreamMessage>
  close(): Promise<void>
}

/** `argv0`: hints then name the command as a global install does. */
export async function startPanel(
  { root, env }: Sandbox,
  flags: readonly string[] = [],
  argv0 = 'hookline',
): Promise<TestPanel> {
  const args = [bin, 'panel', '--json', '--no-open', ...flags]
  const child = spawn(process.execPath, args, { cwd: root, env, argv0, stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  child.stderr.on('data', (part: Buffer) => errors.push(String(part)))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [])])
  if (first[0] === undefined) throw new Error(`the panel did not start: ${errors.join('')}`)
  const { url, token } = JSON.parse(String(first[0])) as { url: string; token: string }
  const port = Number(new URL(url).port)
  const bearer = { authorization: `Bearer ${token}` }
  const ask: TestPanel['ask'] = (path, asked = {}) =>
    send(port, path, { ...asked, headers: { host: `127.0.0.1:${port}`, ...bearer, ...asked.headers } })
  return {
    child,
    url,
    origin: new URL(url).origin,
    token,
    port,
    ask,
    async get(path) {
      const { status, text } = await ask(path)
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return JSON.parse(text)
    },
    post: (path, body) =>
      ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    listen: (from, filter = '') => listenTo(`http://127.0.0.1:${port}/api/live?${filter}`, bearer, from),
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      // True: the first argument of `exit` is the exit code, or null after a signal.
      return child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0]
    },
  }
}

function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions,
): Promise<PanelResponse> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  const flat = given.flatMap(([name, value]) => [value].flat().flatMap((one) => [name, String(one)]))
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, setHost: false, agent: false, headers: flat },
      (got) => {
        const parts: Buffer[] = []
        got.on('data', (part: Buffer) => parts.push(part))
        got.once('end', () =>
          resolve({ status: got.statusCode ?? 0, headers: got.headers, text: Buffer.concat(parts).toString('utf8') }),
        )
        got.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

async function listenTo(url: string, headers: Record<string, string>, from?: string): Promise<StreamReader> {
  const stop = new AbortController()
  const response = await fetch(url, {
    headers: { ...headers, ...(from === undefined ? {} : { 'last-event-id': from }) },
    signal: stop.signal,
  })
  // True: only responses without content have no body, and this one is a stream.
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const waiting: StreamMessage[] = []
  let text = ''
  return {
    async next() {
      for (;;) {
        const message = waiting.shift()
        if (message !== undefined) return message
        const { done, value } = await reader.read()
        if (done) return { event: '(ended)' }
        const parts = (text + decoder.decode(value, { stream: true })).split('\n\n')
        text = parts.pop() ?? ''
        waiting.push(...parts.filter((part) => !part.startsWith(':')).map(parseMessage))
      }
    },
    async close() {
      stop.abort()
      await reader.cancel().catch(() => {})
    },
  }
}

function parseMessage(text: string): StreamMessage {
  const field = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const [id, data] = [field('id'), field('data')]
  return {
    event: field('event') ?? '',
    ...(id === undefined ? {} : { id }),
    ...(data === undefined || data === '' ? {} : { data: JSON.parse(data) }),
  }
}
