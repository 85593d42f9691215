/** Wraps a host's action in the order of a tool call, and waits for every event of it. */

import { HooklineError } from '../errors.ts'
import type { Effect } from '../flow.ts'
import type { FireOptions } from '../hooks.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { blocked, call } from './call.ts'
import { callOf } from './call-of.ts'

type Fire = (name: string, input: unknown, options?: FireOptions) => Promise<Effect>

export async function guard<T>(
  fire: Fire,
  name: EventName,
  given: JsonObject,
  act: (input: JsonObject) => Promise<T> | T,
  options: FireOptions = {},
): Promise<T> {
  const { signal, ...rest } = options
  const ended = await call<T>(
    { ...callOf(name, given), act, ...(signal === undefined ? {} : { signal }) },
    {
      gate: (event, input) => fire(event, input(), options),
      follow: (event, input) => unlessClosed(fire(event, input(), rest)),
      blockingWork: () => undefined,
    },
  )
  if (ended.kind === 'refused') throw blocked(ended.effect, ended.context)
  if (ended.kind === 'failed') throw ended.error
  // Hooks replaced what the model may see. A host that passes on the original result would undo a redaction.
  return ended.replaced === undefined ? ended.result : (ended.replaced.output as T)
}

/** If the engine was closed meanwhile, the events after the act are lost, but not its result. */
export async function unlessClosed<T>(event: Promise<T>): Promise<T | undefined> {
  try {
    return await event
  } catch (thrown) {
    if (HooklineError.from(thrown).code !== 'closed') throw thrown
    return undefined
  }
}
