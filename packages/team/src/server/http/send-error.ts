/** Sends an error from outside of Connect in Connect's format, so that clients only read one format. */
import { Code, type ConnectError } from '@connectrpc/connect'
import { codeToString } from '@connectrpc/connect/protocol-connect'
import type { Context } from '../context.ts'
import { toWireError } from '../rpc/errors.ts'
import type { NodeResponse } from './node-handler.ts'

const statuses: Readonly<Partial<Record<Code, number>>> = {
  [Code.InvalidArgument]: 400,
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404,
  [Code.ResourceExhausted]: 429,
  [Code.Unavailable]: 503,
}

export const statusOf = ({ code }: ConnectError): number => statuses[code] ?? 500

export function sendError(context: Context, response: NodeResponse, thrown: unknown, where: string): void {
  if (response.headersSent) return void response.destroy()
  const error: ConnectError = toWireError(thrown, context, where)
  for (const [name, value] of error.metadata) response.setHeader(name, value)
  response.writeHead(statusOf(error), { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: codeToString(error.code), message: error.rawMessage }))
}
