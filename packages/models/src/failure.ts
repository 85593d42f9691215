/** Describes what went wrong with an endpoint to the person who has to fix it, without the key and without the request. */
import { APICallError } from '@ai-sdk/provider'
import type { Endpoint } from '@hookline/core/models'

export interface Failure {
  readonly code: 'endpoint' | 'timeout' | 'bad-reply'
  readonly message: string
  /** Present when a retry may help. `afterMs` is the delay that the endpoint asks for. */
  readonly retry?: { readonly afterMs?: number }
}

export function describeFailure(error: unknown, endpoint: Endpoint): Failure {
  const target = `${endpoint.provider} at ${endpoint.baseUrl}`
  if (isAbort(error)) return { code: 'timeout', message: `${target} did not answer in time` }
  if (!APICallError.isInstance(error)) return describeBadResponse(error, target, endpoint)
  const { statusCode } = error
  if (statusCode === undefined) return { code: 'endpoint', message: `${target} cannot be reached: ${readCause(error)}` }
  if (statusCode < 400) return describeBadResponse(error, target, endpoint)
  const details = readDetails(error, endpoint)
  if (statusCode === 401 || statusCode === 403)
    return { code: 'endpoint', message: `${target} refused the key (from ${endpoint.keyFrom}): ${details}` }
  if (statusCode === 404)
    return {
      code: 'endpoint',
      message: `${target} does not have the model ${endpoint.name}, or the address is wrong: ${details}`,
    }
  const message = `${target} answered ${statusCode}: ${details}`
  return statusCode === 429 || statusCode === 408 || statusCode >= 500
    ? { code: 'endpoint', message, retry: readDelay(error) }
    : { code: 'endpoint', message }
}

/** The response is not an answer of a model, for example the page of a proxy or half a body. */
const describeBadResponse = (error: unknown, target: string, { apiKey }: Endpoint): Failure => ({
  code: 'endpoint',
  message: `${target} sent a response that is not an answer of a model: ${shorten(removeKey(apiKey, readCause(error)))}`,
})

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')

function readCause(error: unknown): string {
  const causes: string[] = []
  for (let at: unknown = error; at instanceof Error && causes.length < 4; at = at.cause)
    if (at.message !== '') causes.push(at.message)
  // The innermost cause is the specific one. The outer ones say only "fetch failed".
  return shorten(causes.at(-1) ?? String(error))
}

function readDetails(error: APICallError, { apiKey }: Endpoint): string {
  return shorten(removeKey(apiKey, error.message === '' ? (error.responseBody ?? 'no details') : error.message))
}

/** An endpoint may repeat the request. A value that is too short for a key (`none`, `local`) is kept: it may be an ordinary word. */
export const removeKey = (key: string | undefined, text: string): string =>
  key === undefined || key.length < 6 ? text : text.replaceAll(key, '[key]')

const shorten = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the text of an endpoint is printed to a terminal
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

function readDelay({ responseHeaders = {} }: APICallError): { readonly afterMs?: number } {
  const ms = Number(responseHeaders['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(ms)) return { afterMs: ms }
  const header = responseHeaders['retry-after']
  if (header === undefined) return {}
  const seconds = Number(header)
  const afterMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(afterMs) ? { afterMs: Math.max(0, afterMs) } : {}
}
