/** All services, and the interceptors that run before them. */
import type { ConnectRouter, Interceptor } from '@connectrpc/connect'
import type { Context } from '../context.ts'
import { addAccountService } from './account.ts'
import { addAdminService } from './admin/index.ts'
import { requireRole } from './admin/require-role.ts'
import { addDeviceService } from './device.ts'
import { convertErrors } from './errors.ts'
import { createGate, type Gate } from './gate.ts'
import { requireMachine } from './machine.ts'
import { addTeamHooksService } from './team-hooks.ts'
import { validateStrings } from './validate-strings.ts'

export interface Services {
  routes(router: ConnectRouter): void
  readonly interceptors: readonly Interceptor[]
  readonly gate: Gate
}

/** Services must not have their own options, because those would replace the interceptors. */
export const createServices = (context: Context): Services => ({
  gate: createGate(context),
  interceptors: [convertErrors(context), requireRole(context), requireMachine(context), validateStrings],
  routes(router: ConnectRouter) {
    addAccountService(router, context)
    addAdminService(router, context)
    addDeviceService(router, context)
    addTeamHooksService(router, context)
  },
})
