/** The error behind every response that is not 2xx, with a message for the user. */
import type { ApiError } from '@hookline/web/wire'

export type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 500 | 503

export class PanelFailure extends Error {
  override readonly name = 'PanelFailure'
  readonly status: Status
  readonly code: string
  readonly next: string | undefined
  /** The allowed methods, for status 405. */
  readonly allow: string | undefined

  constructor(
    status: Status,
    code: string,
    message: string,
    more: { readonly next?: string; readonly allow?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.next = more.next
    this.allow = more.allow
  }
}

export const errorBody = ({ code, message, next }: PanelFailure): ApiError => ({
  error: { code, message, ...(next === undefined ? {} : { next }) },
})

export const badRequest = (message: string): PanelFailure => new PanelFailure(400, 'bad-request', message)
export const notFound = (message: string, next?: string): PanelFailure =>
  new PanelFailure(404, 'not-found', message, next === undefined ? {} : { next })
