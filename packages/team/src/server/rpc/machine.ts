/** Stands before what machines call: the token, and a proof over the very bytes that came. */
import type { DescMethod } from '@bufbuild/protobuf'
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { DeviceService, TeamHooksService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { type Call, prove, readProof, tokenIn } from '../devices/prove.ts'

/** The request as it came; set by whoever reads it from the network. */
export const wireCall = createContextKey<Omit<Call, 'needs'> | undefined>(undefined, { description: 'as it came' })

const key = createContextKey<Machine | undefined>(undefined, { description: 'the machine that asks' })

export function machineOf(handler: HandlerContext): Machine {
  const machine = handler.values.get(key)
  if (machine === undefined) throw new Error('a method for machines was called past its guard')
  return machine
}

/** Administrators' tokens may read what machines read. */
export const isAdminToken = (headers: Headers): boolean =>
  tokenIn(headers.get('authorization') ?? undefined)?.startsWith('hlt_') === true || headers.has('cookie')

/** The time in the proof of this request. */
export function provedMs(handler: HandlerContext): number {
  const proof = readProof(handler.values.get(wireCall)?.proof)
  if (proof === undefined) throw new Error('a method for machines was called without a proof')
  return proof.ms
}

const { enroll, sync } = DeviceService.method

/** What only a machine may call; of the hooks, where no administrator asks. */
export const isOfMachines = (method: DescMethod, headers: Headers): boolean =>
  method.parent.typeName === DeviceService.typeName
    ? method.name !== enroll.name
    : method.parent.typeName === TeamHooksService.typeName && !isAdminToken(headers)

/**
 * What is sent twice does no harm: hooks are only read, a report is stored once, who has left is out, and of heartbeats the
 * device's row knows the last.
 */
export const needsOf = ({ parent, name }: DescMethod): Call['needs'] =>
  parent.typeName === DeviceService.typeName && name === sync.name ? 'ticket' : 'signature'

export const machineGuard =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    const { method, header } = request
    if (!isOfMachines(method, header)) return next(request)
    const call = request.contextValues.get(wireCall)
    if (call === undefined) throw new Error('a request of a machine came without its bytes')
    request.contextValues.set(key, await prove(context, { ...call, needs: needsOf(method) }))
    return next(request)
  }
