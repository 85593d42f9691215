/** What went wrong with a model's endpoint, and what to do next. */
import { APICallError, InvalidResponseDataError, JSONParseError, RetryError, TypeValidationError } from 'ai'
import { SilenceError } from './ask-model.ts'
import type { AgentModel } from './model.ts'

/** By status: what it means here, and the next step. */
const byStatus: Readonly<Record<number, string>> = {
  400: 'The endpoint did not accept the request. Look at its message; an older endpoint may lack tools or streaming.',
  401: 'The endpoint refused the key. Set the key in the environment or in hookline.json: hookline agent --help says where.',
  403: 'The key is not allowed to use this model. Choose another with --model, or ask whoever gave you the key.',
  404: 'There is no such model or path. Check --model and --base-url.',
  408: 'The endpoint gave up waiting. Try again.',
  413: 'The conversation is too large for the endpoint. Set --context-window, so that it is made shorter in time.',
  429: 'The endpoint is rate limited, and stayed so over several tries.',
}

export function explain(thrown: unknown, { name, conceal }: Pick<AgentModel, 'name' | 'conceal'>): string {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown
  const words = inWords(error)
  return `${name}: ${conceal?.(words) ?? words}`
}

function inWords(error: unknown): string {
  const because = causeOf(error)
  if (error instanceof SilenceError) return `${because}. Try again, or wait longer with --timeout <seconds>.`
  if (/terminated|socket|ECONNRESET|broke off|No output generated|Unexpected end of|Unterminated string/i.test(because))
    return `the answer broke off before its end (${because}). Nothing of it was used: try again.`
  if (APICallError.isInstance(error) && (error.statusCode ?? 500) >= 300) return ofCall(error, because)
  const isFormat = [APICallError, JSONParseError, TypeValidationError, InvalidResponseDataError].some((one) =>
    one.isInstance(error),
  )
  if (isFormat) return 'the answer is not what this provider sends. Check --base-url, and the provider in --model.'
  return because
}

function ofCall({ statusCode: status, url, message, responseHeaders }: APICallError, because: string): string {
  if (status === undefined) return `cannot reach ${url}: ${because}. Is the endpoint running? Check --base-url.`
  const means = byStatus[status] ?? (status >= 500 ? 'The endpoint failed: try again later.' : '')
  const after = responseHeaders?.['retry-after']
  const wait =
    status === 429 && after !== undefined ? ` Try again after ${after}${/^\d+$/.test(after) ? ' s' : ''}.` : ''
  return `${status} ${oneLine(message)}. ${means}${wait}`.trim()
}

/** The innermost reason: `fetch failed` says nothing. */
function causeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined }
  return cause === undefined || cause === null ? messageOf(error) : causeOf(cause)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(typeof error === 'string' ? error : JSON.stringify(error))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return oneLine(error.message) || code || error.name
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 500)
