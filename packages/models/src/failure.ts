/** What went wrong with an endpoint, in words for the person who has to mend it. Never a key, never the request. */
import { APICallError } from '@ai-sdk/provider'
import type { Endpoint } from '@hookline/core/models'

export interface Failure {
  readonly code: 'endpoint' | 'timeout' | 'bad-reply'
  readonly message: string
  /** Another try may help; how long to wait first, in milliseconds, where the endpoint says. */
  readonly again?: { readonly afterMs?: number }
}

export function failureOf(error: unknown, endpoint: Endpoint): Failure {
  const whom = `${endpoint.provider} at ${endpoint.baseUrl}`
  if (isAbort(error)) return { code: 'timeout', message: `${whom} did not answer in time` }
  if (!APICallError.isInstance(error)) return broken(error, whom, endpoint)
  const { statusCode } = error
  if (statusCode === undefined) return { code: 'endpoint', message: `${whom} cannot be reached: ${reasonOf(error)}` }
  if (statusCode < 400) return broken(error, whom, endpoint)
  const said = saidBy(error, endpoint)
  if (statusCode === 401 || statusCode === 403)
    return { code: 'endpoint', message: `${whom} refused the key (from ${endpoint.keyFrom}): ${said}` }
  if (statusCode === 404)
    return { code: 'endpoint', message: `${whom} does not know the model ${endpoint.name}, or the address: ${said}` }
  const message = `${whom} answered ${statusCode}: ${said}`
  return statusCode === 429 || statusCode === 408 || statusCode >= 500
    ? { code: 'endpoint', message, again: waitOf(error) }
    : { code: 'endpoint', message }
}

/** Something came, and it was no answer: a proxy's page, half a body. */
const broken = (error: unknown, whom: string, { apiKey }: Endpoint): Failure => ({
  code: 'endpoint',
  message: `${whom} sent something that is no answer: ${short(without(apiKey, reasonOf(error)))}`,
})

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')

function reasonOf(error: unknown): string {
  const causes: string[] = []
  for (let at: unknown = error; at instanceof Error && causes.length < 4; at = at.cause)
    if (at.message !== '') causes.push(at.message)
  // The innermost says what happened: "fetch failed" does not.
  return short(causes.at(-1) ?? String(error))
}

function saidBy(error: APICallError, { apiKey }: Endpoint): string {
  return short(without(apiKey, error.message === '' ? (error.responseBody ?? 'nothing more') : error.message))
}

/** An endpoint may repeat what it was sent. What is too short for a key (`none`, `local`) is a word like others. */
export const without = (key: string | undefined, text: string): string =>
  key === undefined || key.length < 6 ? text : text.replaceAll(key, '[key]')

const short = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an endpoint's words go to a terminal
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

function waitOf({ responseHeaders = {} }: APICallError): { readonly afterMs?: number } {
  const ms = Number(responseHeaders['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(ms)) return { afterMs: ms }
  const header = responseHeaders['retry-after']
  if (header === undefined) return {}
  const seconds = Number(header)
  const afterMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(afterMs) ? { afterMs: Math.max(0, afterMs) } : {}
}
