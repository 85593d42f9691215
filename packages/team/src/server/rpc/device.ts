/** What machines say. */
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect'
import { DeviceService } from '../../wire/index.ts'
import { count } from '../accounts/attempts.ts'
import type { Context } from '../context.ts'
import { enroll, leave } from '../devices/enroll.ts'
import { heartbeat } from '../devices/heartbeat.ts'
import { ticketHeaders } from '../devices/tickets.ts'
import { syncAnswer } from '../poll/sync.ts'
import { report } from '../reports/ingest.ts'
import { machineOf, provedMs } from './machine.ts'
import { addressOf } from './who.ts'

/** A code cannot be guessed; this is so that nobody keeps us busy with trying. */
const mostEnrolments = 600

export const device = (router: ConnectRouter, context: Context): void => {
  router.service(DeviceService, methods(context))
}

const methods = (context: Context): ServiceImpl<typeof DeviceService> => ({
  async enroll(joining, handler) {
    await count(context, [{ key: `enroll ${addressOf(handler, context)}`, most: mostEnrolments }])
    return enroll(context, joining)
  },
  sync({ revision }, handler) {
    const machine = machineOf(handler)
    const authorization = handler.requestHeader.get('authorization') ?? undefined
    for (const [name, ticket] of Object.entries(ticketHeaders(context, machine, authorization)))
      handler.responseHeader.set(name, ticket)
    return syncAnswer(context, machine, Number(revision))
  },
  async heartbeat(beat, handler) {
    await heartbeat(context, machineOf(handler), beat, provedMs(handler))
    return {}
  },
  report: ({ decisions }, handler) => report(context, machineOf(handler), decisions),
  async leave(_request, handler) {
    await leave(context, machineOf(handler))
    return {}
  },
})
