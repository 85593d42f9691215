/** The server's services, and what their refusals say to a person. */
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

/** Nobody answered, or somebody who cannot at the moment: asking again may help. */
export function isAway(thrown: unknown): boolean {
  const { code, cause } = ConnectError.from(thrown)
  return code === Code.Unavailable || code === Code.DeadlineExceeded || cause instanceof TypeError
}

export const isSignedOut = (thrown: unknown): boolean => ConnectError.from(thrown).code === Code.Unauthenticated
export const isConflict = (thrown: unknown): boolean => ConnectError.from(thrown).code === Code.Aborted
export const isMissing = (thrown: unknown): boolean => ConnectError.from(thrown).code === Code.NotFound

/** The server's own words, as a sentence. */
export function wordsOf(thrown: unknown): string {
  if (isAway(thrown)) return 'The server does not answer at the moment. Nothing was changed; try again.'
  const { rawMessage } = ConnectError.from(thrown)
  const said = rawMessage === '' ? 'it was refused' : rawMessage
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.!?]$/.test(said) ? '' : '.'}`
}
