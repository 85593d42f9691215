/** The poll: whether there is something newer. Answered from memory, before Connect, where it is asked in the plain way. */
import { hash } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import { SyncRequestSchema } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { type Call, prove } from '../devices/prove.ts'
import { ticketHeaders } from '../devices/tickets.ts'
import { setSecurityHeaders } from '../http/headers.ts'
import type { Direct, NodeResponse } from '../http/node-handler.ts'
import { Refusal } from '../refusal.ts'
import { callOf } from './call-of.ts'
import { sendError } from './send-error.ts'
import { type Encoded, encoded, nextSeconds } from './shelf.ts'

const path = '/hookline.team.v1.DeviceService/Sync'
const formats: Readonly<Record<string, keyof Encoded>> = { 'application/json': 'json', 'application/proto': 'proto' }
const mostBytes = 1024
/** A browser cannot make this request: no more is said to it than what keeps it from guessing. */
const plainHead = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff']
const nothing = { revision: 0, unchanged: encoded(0, false), changed: encoded(0, true) }

/** Before anything is signed a team is at revision 0. */
const stateOf = ({ live }: Context, team: string) => live.shelf(team) ?? nothing

/** Through Connect: gRPC, gRPC-web, HTTP/2, compressed. */
export function syncAnswer(context: Context, machine: Machine, asked: number) {
  machine.syncedAt = context.now()
  const { revision } = stateOf(context, machine.team)
  return { revision: BigInt(revision), changed: revision !== asked, nextSeconds }
}

/** False: it is Connect's. */
export const sync =
  (context: Context): Direct =>
  (request, response) => {
    if (request.url !== path || request.method !== 'POST' || request.httpVersionMajor !== 1) return false
    const { headers } = request
    const format = formats[headers['content-type'] ?? '']
    const length = Number(headers['content-length'] ?? Number.NaN)
    const isPlain = headers['content-encoding'] === undefined && headers['connect-timeout-ms'] === undefined
    if (format === undefined || !isPlain || !(length <= mostBytes)) return false
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
      const holder = context.live.tickets.holder(headers.authorization, context.now())
      if (holder?.isRevoked === false) return respond(context, response, body, format, holder)
      const call: Call = { ...callOf(request, () => hash('sha256', body, 'hex')), needs: 'ticket' }
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
  format: keyof Encoded,
  machine: Machine,
  more: Readonly<Record<string, string>> = {},
): void {
  const asked = revisionIn(body, format)
  if (asked === undefined) {
    refuse(context, response, new Refusal('invalid', 'the body is not the message of this method'))
    return
  }
  machine.syncedAt = context.now()
  const state = stateOf(context, machine.team)
  const bytes = (asked === state.revision ? state.unchanged : state.changed)[format]
  const head = ['content-type', `application/${format}`, 'content-length', String(bytes.length), ...plainHead]
  for (const pair of Object.entries(more)) head.push(...pair)
  response.writeHead(200, head as never)
  response.end(bytes, 'latin1')
}

function refuse(context: Context, response: NodeResponse, thrown: unknown): void {
  setSecurityHeaders(response, context)
  sendError(context, response, thrown, 'Sync')
}

function revisionIn(body: Buffer, format: keyof Encoded): number | undefined {
  try {
    const number =
      format === 'proto'
        ? Number(fromBinary(SyncRequestSchema, body).revision)
        : numberIn(JSON.parse(body.toString('utf8')))
    return Number.isSafeInteger(number) && number >= 0 ? number : undefined
  } catch {
    return undefined
  }
}

/** As protobuf's JSON has it: an object, its number a number or a text. */
function numberIn(message: unknown): number {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return Number.NaN
  const revision = (message as { readonly revision?: unknown }).revision ?? 0
  if (typeof revision === 'string') return revision === '' ? Number.NaN : Number(revision)
  return typeof revision === 'number' ? revision : Number.NaN
}
