/** Defines a hook in TypeScript: one event, one function, and the other keys of an entry. */
import type { EventInput, EventName, ReplyOf } from '../protocol/events/index.ts'
import type { Reply } from '../protocol/reply.ts'
import { agentTextOf, isSay, ruleOf, type Say, toReply } from './say.ts'

export interface HookContext {
  /** Aborts at the hook's deadline, or when the host cancels. */
  readonly signal: AbortSignal
  /** The folders of the workspace. */
  readonly roots: readonly string[]
  /** The hook's working directory. */
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Hookline's state directory. */
  readonly state: string
  /** Of a hook of a pack: whose settings file configures it. */
  readonly source?: string
}

export interface HookOptions {
  readonly name?: string
  readonly matcher?: string
  /** Seconds. */
  readonly timeout?: number
  readonly failClosed?: boolean
  readonly loopLimit?: number | null
  /** The hook only reads its input and has no side effects, so `explain` may call it. */
  readonly pure?: boolean
}

export type Handler<N extends EventName> = (
  input: EventInput<N>,
  context: HookContext,
) => HandlerResult<N> | Promise<HandlerResult<N>>
type HandlerResult<N extends EventName> = Say<N> | ReplyOf<N> | undefined

export interface Hook<N extends EventName = EventName> extends HookOptions {
  readonly event: N
  /** Returns the reply in its published form. */
  run(input: EventInput<N>, context: HookContext): Promise<Reply | undefined>
  /**
   * Like `run`, but always includes the hook's `agent_message`, even if the event's reply has no such field, and the rule that
   * decided. For hooks in this process.
   */
  answer?(input: EventInput<N>, context: HookContext): Promise<Reply | undefined>
}
/** A hook of any event. */
export interface AnyHook extends HookOptions {
  readonly event: EventName
  run(input: never, context: HookContext): Promise<Reply | undefined>
  answer?(input: never, context: HookContext): Promise<Reply | undefined>
}

/**
 * The result works as a module hook, as part of a pack, in the option `hooks` of `createHooks`, and, with
 * `runAsCommand`, as a command hook of any agent.
 *
 * @example export default defineHook('beforeShellExecution', ({ command }) => command.includes('prod') ? ask('Production?') : undefined)
 */
export function defineHook<N extends EventName>(event: N, handler: Handler<N>, options: HookOptions = {}): Hook<N> {
  return {
    ...options,
    event,
    async run(input, context) {
      const result = await handler(input, context)
      if (result === undefined || result === null) return undefined
      // A handler returns a `Say` or a reply of its event.
      return isSay(result) ? toReply(event, result) : (result as Reply)
    },
    async answer(input, context) {
      const result = await handler(input, context)
      if (result === undefined || result === null) return undefined
      // A handler returns a `Say` or a reply of its event.
      if (!isSay(result)) return result as Reply
      const text = agentTextOf(result)
      const rule = ruleOf(result)
      return {
        ...toReply(event, result),
        ...(text === undefined ? {} : { agent_message: text }),
        ...(rule === undefined ? {} : { rule }),
      }
    },
  }
}
