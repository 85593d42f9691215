/** Handles the poll of a machine from memory. Simple requests are handled here, before Connect. */
import { hash } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import { SyncRequestSchema } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { type Call, prove } from '../devices/prove.ts'
import { ticketHeaders } from '../devices/tickets.ts'
import { findState } from '../poll/sync-response.ts'
import type { EncodedResponse } from '../poll/team-cache.ts'
import { Refusal } from '../refusal.ts'
import { setSecurityHeaders } from './headers.ts'
import type { DirectHandler, NodeResponse } from './node-handler.ts'
import { sendError } from './send-error.ts'
import { toCall } from './to-call.ts'

const path = '/hookline.team.v1.DeviceService/Sync'
const formats: Readonly<Record<string, keyof EncodedResponse>> = {
  'application/json': 'json',
  'application/proto': 'proto',
}
const maxBodyBytes = 1024
/** A browser cannot send this request, so two headers are enough. */
const pollHeaders = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff']

/** Returns false if Connect must handle the request. */
export const createPollHandler =
  (context: Context): DirectHandler =>
  (request, response) => {
    if (request.url !== path || request.method !== 'POST' || request.httpVersionMajor !== 1) return false
    const { headers } = request
    const format = formats[headers['content-type'] ?? '']
    const length = Number(headers['content-length'] ?? Number.NaN)
    const isPlain = headers['content-encoding'] === undefined && headers['connect-timeout-ms'] === undefined
    if (format === undefined || !isPlain || !(length <= maxBodyBytes)) return false
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
      const holder = context.cache.tickets.holder(headers.authorization, context.now())
      if (holder?.isRevoked === false) return respond(context, response, body, format, holder)
      const call: Call = { ...toCall(request, () => hash('sha256', body, 'hex')), needs: 'ticket' }
      prove(context, call).then(
        (machine) =>
          respond(context, response, body, format, machine, ticketHeaders(context, machine, call.authorization)),
        (thrown: unknown) => refuse(context, response, thrown),
      )
    })
    return true
  }

function respond(
  context: Context,
  response: NodeResponse,
  body: Buffer,
  format: keyof EncodedResponse,
  machine: Machine,
  extraHeaders: Readonly<Record<string, string>> = {},
): void {
  const knownRevision = readRevision(body, format)
  if (knownRevision === undefined) {
    refuse(context, response, new Refusal('invalid', 'the body is not a valid message for this method'))
    return
  }
  machine.syncedAt = context.now()
  const state = findState(context, machine.team)
  const bytes = (knownRevision === state.revision ? state.unchanged : state.changed)[format]
  const headers = ['content-type', `application/${format}`, 'content-length', String(bytes.length), ...pollHeaders]
  for (const pair of Object.entries(extraHeaders)) headers.push(...pair)
  // Both protocols accept a flat list of headers, but the two types do not share that overload.
  response.writeHead(200, headers as never)
  response.end(bytes, 'latin1')
}

function refuse(context: Context, response: NodeResponse, thrown: unknown): void {
  setSecurityHeaders(response, context)
  sendError(context, response, thrown, 'Sync')
}

function readRevision(body: Buffer, format: keyof EncodedResponse): number | undefined {
  try {
    const number =
      format === 'proto'
        ? Number(fromBinary(SyncRequestSchema, body).revision)
        : readJsonRevision(JSON.parse(body.toString('utf8')))
    return Number.isSafeInteger(number) && number >= 0 ? number : undefined
  } catch {
    return undefined
  }
}

/** Reads the number from protobuf's JSON format: an object whose revision is a number or a string. */
function readJsonRevision(message: unknown): number {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return Number.NaN
  // The line above leaves only objects.
  const revision = (message as { readonly revision?: unknown }).revision ?? 0
  if (typeof revision === 'string') return revision === '' ? Number.NaN : Number(revision)
  return typeof revision === 'number' ? revision : Number.NaN
}
