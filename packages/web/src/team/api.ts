/** Clients of the server's services, and messages for their errors. */
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { AccountService, AdminService } from '@hookline/team/wire'

const transport = createConnectTransport({
  baseUrl: location.origin,
  defaultTimeoutMs: 25_000,
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-store', credentials: 'same-origin', redirect: 'error' }),
})

export const accounts = createClient(AccountService, transport)
export const admin = createClient(AdminService, transport)

/** The server did not answer, or cannot answer at the moment. A retry may help. */
export function isUnavailable(thrown: unknown): boolean {
  const { code, cause } = ConnectError.from(thrown)
  return code === Code.Unavailable || code === Code.DeadlineExceeded || cause instanceof TypeError
}

export const isSignedOut = (thrown: unknown): boolean => ConnectError.from(thrown).code === Code.Unauthenticated
export const isConflict = (thrown: unknown): boolean => ConnectError.from(thrown).code === Code.Aborted
export const isNotFound = (thrown: unknown): boolean => ConnectError.from(thrown).code === Code.NotFound

/** The message of the server, as a sentence. */
export function errorMessage(thrown: unknown): string {
  if (isUnavailable(thrown)) return 'Cannot reach the server. Nothing was changed. Try again.'
  const { rawMessage } = ConnectError.from(thrown)
  const message = rawMessage === '' ? 'the server refused the request' : rawMessage
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
}
