/** The poll: whether there is something newer. From memory, before Connect, where it is asked in the plain way. */
import { createHash } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import { type SyncRequest, SyncRequestSchema } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { prove } from '../devices/prove.ts'
import { ticketHeader } from '../devices/tickets.ts'
import type { Direct, NodeRequest, NodeResponse } from '../http/node-handler.ts'
import { Refusal } from '../refusal.ts'
import { callOf } from './call-of.ts'
import { sendError } from './send-error.ts'
import { type Encoded, encoded } from './shelf.ts'

const path = '/hookline.team.v1.DeviceService/Sync'
const formats: Readonly<Record<string, keyof Encoded>> = { 'application/json': 'json', 'application/proto': 'proto' }
const mostBytes = 1024
const nothing = { revision: 0, unchanged: encoded(0, false), changed: encoded(0, true) }

/** Before anything is signed a team is at revision 0. */
function stateOf({ live }: Context, team: string) {
  const shelf = live.shelf(team)
  return shelf === undefined ? nothing : { ...shelf, revision: shelf.versions.targets }
}

/** Through Connect: gRPC, gRPC-web, compressed. */
export function syncAnswer(context: Context, machine: Machine, revision: number) {
  machine.syncedAt = context.now()
  const state = stateOf(context, machine.team)
  return { revision: BigInt(state.revision), changed: state.revision !== revision, nextSeconds: 1800 }
}

/** The rest is Connect's. */
export const sync =
  (context: Context): Direct =>
  (request, response) => {
    if (request.url !== path || request.method !== 'POST') return false
    const { headers } = request
    const format = formats[headers['content-type'] ?? '']
    const length = Number(headers['content-length'] ?? Number.NaN)
    const isPlain = headers['content-encoding'] === undefined && headers['connect-timeout-ms'] === undefined
    if (format === undefined || !isPlain || !(length <= mostBytes)) return false
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      answer(context, request, response, Buffer.concat(chunks), format).catch((thrown: unknown) =>
        sendError(context, response, thrown, 'Sync'),
      )
    })
    return true
  }

async function answer(
  context: Context,
  request: NodeRequest,
  response: NodeResponse,
  body: Buffer,
  format: keyof Encoded,
): Promise<void> {
  const hash = () => createHash('sha256').update(body).digest('hex')
  const call = callOf(request, hash)
  const machine = await prove(context, { ...call, needs: 'ticket' })
  const asked = revisionIn(body, format)
  const now = context.now()
  machine.syncedAt = now
  const state = stateOf(context, machine.team)
  const bytes = (asked === state.revision ? state.unchanged : state.changed)[format]
  // Whoever signed gets a ticket, so that it need not next time.
  if (call.proof?.split('.').length === 2) response.setHeader(ticketHeader, context.live.tickets.issue(machine.id, now))
  response.writeHead(200, { 'content-type': `application/${format}`, 'content-length': bytes.length })
  response.end(bytes)
}

function revisionIn(body: Buffer, format: keyof Encoded): number {
  try {
    const { revision = 0 } =
      format === 'proto'
        ? fromBinary(SyncRequestSchema, body)
        : (JSON.parse(body.toString('utf8')) as Partial<SyncRequest> | { revision?: string | number })
    const number = Number(revision)
    if (Number.isSafeInteger(number) && number >= 0) return number
  } catch {
    // Said below.
  }
  throw new Refusal('invalid', 'the body is not the message of this method')
}
