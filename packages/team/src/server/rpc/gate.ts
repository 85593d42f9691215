/** Asked before a body is read: who is unknown is not listened to. What they may do is asked when the message is there. */
import type { DescMethod } from '@bufbuild/protobuf'
import { AdminService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import { type Call, callerOf } from '../devices/prove.ts'
import { isOfMachines, needsOf } from './machine.ts'
import { whoAsks } from './who.ts'

/** Throws for a stranger where the method is not for strangers. True: it is somebody known. */
export type Gate = (method: DescMethod, headers: Headers, call: Omit<Call, 'needs'>) => Promise<boolean>

export const gate =
  (context: Context): Gate =>
  async (method, headers, call) => {
    if (isOfMachines(method, headers)) await callerOf(context, { ...call, needs: needsOf(method) })
    else if (method.parent.typeName === AdminService.typeName)
      await context.store.acrossTeams((q) => whoAsks(q, headers, context.now()))
    else return false
    return true
  }
