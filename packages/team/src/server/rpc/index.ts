/** Every service, by its file. */
import type { ConnectRouter } from '@connectrpc/connect'
import type { Context } from '../context.ts'
import { account } from './account.ts'
import { admin } from './admin/index.ts'

export const services = (context: Context) => (router: ConnectRouter) => {
  account(router, context)
  admin(router, context)
}
