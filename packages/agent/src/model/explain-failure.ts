/** Explains the failure of a model endpoint to the person: what happened, and what to do next. */
import { APICallError, InvalidResponseDataError, JSONParseError, RetryError, TypeValidationError } from 'ai'
import { IdleTimeoutError } from './ask-model.ts'
import type { AgentModel } from './model.ts'

/** What an HTTP status means here, and the next step. */
const statusHints: Readonly<Record<number, string>> = {
  400: 'The endpoint did not accept the request. Read its message; an older endpoint may lack tools or streaming.',
  401: 'The endpoint refused the key. Set the key in the environment or in hookline.json. To see where: hookline agent --help',
  403: 'The key is not allowed to use this model. Choose another one with --model, or ask the owner of the key.',
  404: 'There is no such model or path. Check --model and --base-url.',
  408: 'The endpoint timed out. Try again.',
  413: 'The conversation is too large for the endpoint. Set --context-window, so that it is compacted in time.',
  429: 'The endpoint is rate limited and refused several retries.',
}

export function explainFailure(thrown: unknown, { name, conceal }: Pick<AgentModel, 'name' | 'conceal'>): string {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown
  const message = describeError(error)
  return `${name}: ${conceal?.(message) ?? message}`
}

const brokenStream = /terminated|socket|ECONNRESET|no finish reason|No output generated|Unexpected end of/i

/** Whether the text is wrong only because it ends: then the position that V8 names is its end. */
const isCutText = (error: unknown, cause: string): boolean =>
  JSONParseError.isInstance(error) && Number(/ at position (\d+)/.exec(cause)?.[1] ?? -1) === error.text.length

function describeError(error: unknown): string {
  const cause = findRootCause(error)
  if (error instanceof IdleTimeoutError) return `${cause}. Try again, or wait longer with --timeout <seconds>.`
  if (brokenStream.test(cause) || isCutText(error, cause))
    return `the response ended early (${cause}). The partial text was discarded. Try again.`
  if (APICallError.isInstance(error) && (error.statusCode ?? 500) >= 300) return describeCallError(error, cause)
  const isFormatError = [APICallError, JSONParseError, TypeValidationError, InvalidResponseDataError].some((type) =>
    type.isInstance(error),
  )
  if (isFormatError)
    return 'the response does not have the format of this provider. Check --base-url, and the provider in --model.'
  return cause
}

function describeCallError({ statusCode: status, url, message, responseHeaders }: APICallError, cause: string): string {
  if (status === undefined) return `cannot reach ${url}: ${cause}. Is the endpoint running? Check --base-url.`
  const hint = statusHints[status] ?? (status >= 500 ? 'The endpoint failed. Try again later.' : '')
  const retryAfter = responseHeaders?.['retry-after']
  const wait =
    status === 429 && retryAfter !== undefined
      ? ` Try again after ${retryAfter}${/^\d+$/.test(retryAfter) ? ' s' : ''}.`
      : ''
  return `${status} ${toOneLine(message)}. ${hint}${wait}`.trim()
}

/** Returns the innermost cause, because an outer message such as `fetch failed` does not help. */
function findRootCause(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined }
  return cause === undefined || cause === null ? formatError(error) : findRootCause(cause)
}

function formatError(error: unknown): string {
  if (!(error instanceof Error)) return toOneLine(typeof error === 'string' ? error : JSON.stringify(error))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return toOneLine(error.message) || code || error.name
}

const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 500)
