/** Authenticates machines before their methods run: the token, and a proof over the received bytes. */
import type { DescMethod } from '@bufbuild/protobuf'
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { DeviceService, TeamHooksService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { type Call, prove, readBearerToken, readProof } from '../devices/prove.ts'

/** The request as received. The HTTP handler sets it. */
export const wireCall = createContextKey<Call | undefined>(undefined, {
  description: 'the request as received',
})

const machineKey = createContextKey<Machine | undefined>(undefined, { description: 'the authenticated machine' })

export function getMachine(handler: HandlerContext): Machine {
  const machine = handler.values.get(machineKey)
  if (machine === undefined) throw new Error('a method for machines was called without requireMachine')
  return machine
}

/** Administrators may read the same hooks as machines. */
export const isAdminToken = (headers: Headers): boolean =>
  /^hl[ts]_/.test(readBearerToken(headers.get('authorization') ?? undefined) ?? '') || headers.has('cookie')

/** Reads the time in the proof of this request. */
export function readProofTime(handler: HandlerContext): number {
  const proof = readProof(handler.values.get(wireCall)?.proof)
  if (proof === undefined) throw new Error('a method for machines was called without a proof')
  return proof.ms
}

const { enroll } = DeviceService.method

/** True if a machine must authenticate: for the device service, and for the hooks if the caller is not an administrator. */
export const isMachineMethod = (method: DescMethod, headers: Headers): boolean =>
  method.parent.typeName === DeviceService.typeName
    ? method.name !== enroll.name
    : method.parent.typeName === TeamHooksService.typeName && !isAdminToken(headers)

/**
 * A replayed request does no harm: hooks are only read, a report is stored once, a machine that left stays out, and the
 * device's row has the times of the last heartbeat and of the last report about its agents.
 */
export const requireMachine =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    const { method, header } = request
    if (!isMachineMethod(method, header)) return next(request)
    const call = request.contextValues.get(wireCall)
    if (call === undefined) throw new Error('a request of a machine has no received bytes')
    request.contextValues.set(machineKey, await prove(context, call))
    return next(request)
  }
