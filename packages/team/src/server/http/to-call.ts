/** Converts an HTTP request for `prove`. */
import { createHash } from 'node:crypto'
import type { Call } from '../devices/prove.ts'
import type { NodeRequest } from './node-handler.ts'

export const emptyHash = createHash('sha256').digest('hex')

export const toCall = (request: NodeRequest, bodyHash: () => string): Call => ({
  authorization: request.headers.authorization,
  proof: firstValue(request.headers['hookline-proof']),
  method: request.method ?? '',
  target: request.url ?? '',
  bodyHash,
})

const firstValue = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]
