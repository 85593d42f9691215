/** Runs a module hook, which is a function in a file of its own. */
import { endWithoutOutput, type Raw } from '../flow.ts'
import type { Job, Runner } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { isObject } from '../schema.ts'
import { isSay, toReply } from '../sdk/say.ts'
import { readableFields, toRaw, unwritable } from './returned.ts'

/** One call of a module's hook. */
export interface ModuleCall {
  /** The path in the entry, relative to the working directory. */
  readonly module: string
  readonly cwd: string
  readonly event: EventName
  readonly stdin: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}
export type ModuleEnd =
  | {
      readonly kind: 'returned'
      readonly value: unknown
      /** Why the value could not be written as JSON. `value` then has the fields that could. */
      readonly unwritable?: string
      readonly printed: string
    }
  | { readonly kind: 'ended'; readonly end: Raw['end']; readonly printed: string }

/** Where modules run. Contract: never rejects. */
export interface Modules {
  call(call: ModuleCall): Promise<ModuleEnd>
  close(): Promise<void>
}

const MAX_REPLY_LENGTH = 2 ** 20

export function moduleRunner(modules: Modules): Runner {
  return {
    type: 'module',
    async run({ entry, event, stdin, env, timeoutMs, signal }: Job) {
      const { module, cwd } = entry
      if (module === undefined) return endWithoutOutput({ kind: 'config', message: 'the entry has no `module`' })
      const end = await modules.call({ module, cwd, event: event.name, stdin, env, timeoutMs, signal })
      return end.kind === 'ended' ? { end: end.end, stdout: '', stderr: end.printed } : toResult(end, event.name)
    },
    close: () => modules.close(),
  }
}

function toResult({ value, unwritable: why, printed }: ModuleEnd & { kind: 'returned' }, event: EventName): Raw {
  const reply = isObject(value) && isSay(value) ? toReply(event, value) : value
  if (why !== undefined) return unwritable(why, readableFields(reply, MAX_REPLY_LENGTH), printed)
  if (reply === undefined || reply === null) return { end: { kind: 'exit', code: 0 }, stdout: '', stderr: printed }
  return toRaw(reply, MAX_REPLY_LENGTH, printed)
}
