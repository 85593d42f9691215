/** Runs an HTTP hook: posts the event, and reads the body of the answer as the output of a hook (CONTRACT §5). */
import { type Entry, endWithoutOutput, type Raw } from '../flow.ts'
import type { Job, Runner } from '../ports.ts'

export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly reach: Entry['reach']
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The answer may have this many bytes. */
  readonly maxBytes: number
}
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string; readonly badEncoding: boolean }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

/** How to reach a server. Contract: `post` never rejects and follows no redirect. */
export interface Http {
  post(request: PostRequest): Promise<PostAnswer>
  /** The HMAC with SHA-256, in hexadecimal. */
  sign(secret: string, text: string): string
  /** Seconds since 1970. */
  now(): number
}

const MAX_BYTES = 2 ** 20

export const httpRunner = (http: Http): Runner => ({
  type: 'http',
  async run(job: Job): Promise<Raw> {
    const { url, reach } = job.entry
    if (url === undefined) return endWithoutOutput({ kind: 'config', message: 'the entry has no `url`' })
    const headers = headersOf(job, http)
    if (typeof headers === 'string') return endWithoutOutput({ kind: 'config', message: headers })
    const { stdin: body, timeoutMs, signal } = job
    return toRaw(await http.post({ url, headers, body, reach, timeoutMs, signal, maxBytes: MAX_BYTES }), timeoutMs)
  },
})

/** The headers of the request, or why there are none. */
function headersOf({ entry, event, env, stdin }: Job, http: Http): Record<string, string> | string {
  const { headers = {}, signWith } = entry
  const own = {
    'content-type': 'application/json',
    'user-agent': 'hookline',
    'hookline-event': event.name,
    ...(event.trace === undefined || env.TRACEPARENT === undefined ? {} : { traceparent: env.TRACEPARENT }),
  }
  const theirs = Object.entries(headers).map(([name, text]) => [name, replaceVariables(text, entry.env ?? [], env)])
  if (signWith === undefined) return { ...Object.fromEntries(theirs), ...own }
  const secret = env[signWith]
  if (secret === undefined || secret === '') return `the variable ${signWith}, which signs the event, is not set`
  const time = http.now()
  const signature = `t=${time},v1=${http.sign(secret, `${time}.${stdin}`)}`
  return { ...Object.fromEntries(theirs), ...own, 'hookline-signature': signature }
}

/** `$NAME` and `${NAME}` in a header. A variable that the entry does not name is empty, as in Claude Code. */
const replaceVariables = (text: string, names: readonly string[], env: Job['env']): string =>
  text.replace(/\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (_, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare ?? ''
    return names.includes(name) ? (env[name] ?? '') : ''
  })

function toRaw(answer: PostAnswer, timeoutMs: number): Raw {
  switch (answer.kind) {
    case 'answered':
      if (answer.status < 200 || answer.status > 299)
        return endWithoutOutput({ kind: 'endpoint', message: `the server answered ${answer.status}` })
      return {
        ...endWithoutOutput({ kind: 'exit', code: 0 }),
        stdout: answer.body,
        ...(answer.badEncoding ? { badEncoding: true } : {}),
      }
    case 'too-long':
      return endWithoutOutput({ kind: 'output-limit' })
    case 'timeout':
      return endWithoutOutput({ kind: 'timeout', afterMs: timeoutMs })
    case 'cancelled':
      return endWithoutOutput({ kind: 'deadline', message: 'the event was cancelled' })
    case 'failed':
      return endWithoutOutput({ kind: 'endpoint', message: answer.message })
  }
}
