/** The admin service: a family of methods a file. The guard has asked for rights before any of them runs. */
import type { ConnectRouter } from '@connectrpc/connect'
import { AdminService } from '../../../wire/index.ts'
import type { Context } from '../../context.ts'
import { activity } from './activity.ts'
import { devices } from './devices.ts'
import { hooks } from './hooks.ts'
import { journal } from './journal.ts'
import { members } from './members.ts'
import { signing } from './signing.ts'

export const admin = (router: ConnectRouter, context: Context): void => {
  router.service(AdminService, {
    ...hooks(context),
    ...devices(context),
    ...members(context),
    ...activity(context),
    ...journal(context),
    ...signing(context),
  })
}
