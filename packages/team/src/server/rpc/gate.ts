/** Identifies the caller before the body is read, so that unknown callers are refused early. The rights are checked after the message is decoded. */
import type { DescMethod } from '@bufbuild/protobuf'
import { AdminService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import { type Call, identifyMachine } from '../devices/prove.ts'
import { authenticate } from './authenticate.ts'
import { isMachineMethod } from './machine.ts'

/** Returns true for an identified caller. Throws if the method needs one and the caller is unknown. */
export type Gate = (method: DescMethod, headers: Headers, call: Call) => Promise<boolean>

export const createGate =
  (context: Context): Gate =>
  async (method, headers, call) => {
    if (isMachineMethod(method, headers)) await identifyMachine(context, call)
    else if (method.parent.typeName === AdminService.typeName)
      await context.store.acrossTeams((q) => authenticate(q, headers, context.now()))
    else return false
    return true
  }
