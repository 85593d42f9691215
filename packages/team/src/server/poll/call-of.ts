/** A request as `prove` wants it. */
import { createHash } from 'node:crypto'
import type { Call } from '../devices/prove.ts'
import type { NodeRequest } from '../http/node-handler.ts'

export const emptyHash = createHash('sha256').digest('hex')

export const callOf = (request: NodeRequest, bodyHash: () => string): Omit<Call, 'needs'> => ({
  authorization: request.headers.authorization,
  proof: one(request.headers['hookline-proof']),
  method: request.method ?? '',
  target: request.url ?? '',
  bodyHash,
})

const one = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]
