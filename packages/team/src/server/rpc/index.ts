/** Every service, by its file, and what stands before all of them. */
import type { ConnectRouter } from '@connectrpc/connect'
import type { Context } from '../context.ts'
import type { Services } from '../http/rpc.ts'
import { account } from './account.ts'
import { guard } from './admin/guard.ts'
import { admin } from './admin/index.ts'
import { device } from './device.ts'
import { errorsToWire } from './errors.ts'
import { gate } from './gate.ts'
import { machineGuard } from './machine.ts'
import { teamHooks } from './team-hooks.ts'
import { refuseTexts } from './texts.ts'

/** No options of its own for a service: they would take the place of the interceptors. */
export const services = (context: Context): Services => ({
  gate: gate(context),
  interceptors: [errorsToWire(context), guard(context), machineGuard(context), refuseTexts],
  routes(router: ConnectRouter) {
    account(router, context)
    admin(router, context)
    device(router, context)
    teamHooks(router, context)
  },
})
