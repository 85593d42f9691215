/** Requests to the panel's server. An error response becomes an `ApiFailure` with a message for the user. */
import type { ApiError } from '../wire/panel.ts'
import { typed } from './command.ts'
import { takeToken } from './token.ts'

const token = takeToken()

export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly next: string | undefined

  constructor(status: number, { code, message, next }: ApiError['error']) {
    super(message)
    this.status = status
    this.code = code
    this.next = next
  }
}

export const headers = (): Record<string, string> => ({ authorization: `Bearer ${token}` })

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  request<T>(path, { headers: headers(), ...(signal === undefined ? {} : { signal }) })

export const post = <T>(path: string, body: unknown): Promise<T> =>
  request<T>(path, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, cache: 'no-store' }).catch(() => undefined)
  if (response === undefined) throw new ApiFailure(0, unreachable)
  // The server and the pages share the types of the responses.
  if (response.ok) return (await response.json()) as T
  throw await readFailure(response)
}

const unreachable = {
  code: 'gone',
  message: 'Cannot reach the panel. It may have been stopped.',
  next: typed('panel'),
}

export async function readFailure(response: Response): Promise<ApiFailure> {
  // The panel sends errors in this format.
  const body = (await response.json().catch(() => undefined)) as ApiError | undefined
  const unknown = { code: 'unknown', message: `The panel answered ${response.status}.` }
  return new ApiFailure(response.status, body?.error ?? unknown)
}
