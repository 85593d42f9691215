/** Stands before what machines call: the token, and a proof over the very bytes that came. */
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { DeviceService, TeamHooksService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { type Call, prove, tokenIn } from '../devices/prove.ts'

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

const { enroll, sync, report } = DeviceService.method

/** A report sent twice is stored once. */
const needsOf = (method: string): Call['needs'] =>
  method === sync.name ? 'ticket' : method === report.name ? 'signature' : 'new-signature'

export const machineGuard =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    const { service, method, header } = request
    const isDevices = service.typeName === DeviceService.typeName && method.name !== enroll.name
    const isHooks = service.typeName === TeamHooksService.typeName && !isAdminToken(header)
    if (!isDevices && !isHooks) return next(request)
    const call = request.contextValues.get(wireCall)
    if (call === undefined) throw new Error('a request of a machine came without its bytes')
    request.contextValues.set(
      key,
      await prove(context, { ...call, needs: isHooks ? 'signature' : needsOf(method.name) }),
    )
    return next(request)
  }
