/** The admin service, one file for each group of methods. `requireRole` checks the rights before any of them runs. */
import type { ConnectRouter } from '@connectrpc/connect'
import { AdminService } from '../../../wire/index.ts'
import type { Context } from '../../context.ts'
import { createActivityMethods } from './activity.ts'
import { createAlarmMethods } from './alarms.ts'
import { createAuditLogMethods } from './audit-log.ts'
import { createChecklistMethods } from './checklist.ts'
import { createCoverageMethods } from './coverage.ts'
import { createDecisionMethods } from './decisions.ts'
import { createDeviceMethods } from './devices.ts'
import { createHookMethods } from './hooks.ts'
import { createIncidentMethods } from './incidents.ts'
import { createMemberMethods } from './members.ts'
import { createPreviewMethods } from './previews.ts'
import { createRolloutMethods } from './rollouts.ts'
import { createSigningMethods } from './signing.ts'

export const addAdminService = (router: ConnectRouter, context: Context): void => {
  router.service(AdminService, {
    ...createHookMethods(context),
    ...createIncidentMethods(context),
    ...createRolloutMethods(context),
    ...createPreviewMethods(context),
    ...createDeviceMethods(context),
    ...createChecklistMethods(context),
    ...createCoverageMethods(context),
    ...createAlarmMethods(context),
    ...createMemberMethods(context),
    ...createActivityMethods(context),
    ...createDecisionMethods(context),
    ...createAuditLogMethods(context),
    ...createSigningMethods(context),
  })
}
