/** The service for machines. */
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect'
import { DeviceService } from '../../wire/index.ts'
import { countAttempt } from '../accounts/attempts.ts'
import type { Context } from '../context.ts'
import { receiveCoverage } from '../coverage/receive.ts'
import { enroll, leave } from '../devices/enroll.ts'
import { heartbeat } from '../devices/heartbeat.ts'
import { createSyncResponse } from '../poll/sync-response.ts'
import { receivePreview } from '../previews/receive.ts'
import { createReportIntake } from '../reports/ingest.ts'
import { addressOf } from './authenticate.ts'
import { getMachine, readProofTime } from './machine.ts'

/** A code cannot be guessed. This limit only prevents load from many attempts. */
const maxEnrolments = 600

export const addDeviceService = (router: ConnectRouter, context: Context): void => {
  router.service(DeviceService, createMethods(context))
}

function createMethods(context: Context): ServiceImpl<typeof DeviceService> {
  const report = createReportIntake(context)
  return {
    async enroll(request, handler) {
      await countAttempt(context, [{ key: `enroll ${addressOf(handler, context)}`, most: maxEnrolments }])
      return enroll(context, request)
    },
    sync: ({ revision }, handler) => createSyncResponse(context, getMachine(handler), Number(revision)),
    async heartbeat(message, handler) {
      await heartbeat(context, getMachine(handler), message, readProofTime(handler))
      return {}
    },
    report: ({ decisions }, handler) => report(getMachine(handler), decisions),
    async reportCoverage(report, handler) {
      await receiveCoverage(context, getMachine(handler), report, readProofTime(handler))
      return {}
    },
    async reportPreview(report, handler) {
      const { events, denies, newDenies, asks, unjudged } = report
      const stored = await receivePreview(context, getMachine(handler), {
        ...{ preview: Number(report.preview), isPartial: report.isPartial },
        numbers: {
          ...{ events: Number(events), denies: Number(denies), newDenies: Number(newDenies) },
          ...{ asks: Number(asks), unjudged: Number(unjudged) },
        },
        hooks: report.hooks.map((hook) => ({
          ...{ hookId: Number(hook.hookId), denies: Number(hook.denies) },
          ...{ asks: Number(hook.asks), unjudged: Number(hook.unjudged) },
        })),
      })
      return { stored }
    },
    async leave(_request, handler) {
      await leave(context, getMachine(handler))
      return {}
    },
  }
}
