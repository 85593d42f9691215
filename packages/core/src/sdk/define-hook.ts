/** A hook in TypeScript: one event, one function, and what the entry would say beside them. */
import type { EventInput, EventName, ReplyOf } from '../protocol/events/index.ts'
import type { Reply } from '../protocol/reply.ts'
import { agentTextOf, isSay, type Say, toReply } from './say.ts'

export interface HookContext {
  /** Aborts at the hook's deadline, or when the host cancels. */
  readonly signal: AbortSignal
  /** The workspace's folders. */
  readonly roots: readonly string[]
  /** The hook's working directory. */
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where Hookline keeps what must outlast a process. */
  readonly state: string
}

export interface HookOptions {
  readonly name?: string
  readonly matcher?: string
  /** Seconds. */
  readonly timeout?: number
  readonly failClosed?: boolean
  readonly loopLimit?: number | null
  /** Looks at its input alone and touches nothing: `explain` may ask it. */
  readonly pure?: boolean
}

export type Handler<N extends EventName> = (input: EventInput<N>, context: HookContext) => Said<N> | Promise<Said<N>>
type Said<N extends EventName> = Say<N> | ReplyOf<N> | undefined

export interface Hook<N extends EventName = EventName> extends HookOptions {
  readonly event: N
  /** In the wire's words. */
  run(input: EventInput<N>, context: HookContext): Promise<Reply | undefined>
  /** The same with `agent_message` wherever the hook gave one, also where the wire has no field for it: for hooks in this process. */
  answer?(input: EventInput<N>, context: HookContext): Promise<Reply | undefined>
}
/** Whatever its event. */
export interface AnyHook extends HookOptions {
  readonly event: EventName
  run(input: never, context: HookContext): Promise<Reply | undefined>
  answer?(input: never, context: HookContext): Promise<Reply | undefined>
}

/**
 * The same value works as a module hook, as part of a pack, in the option `hooks` of `createHooks`, and, with
 * `runAsCommand`, as a command hook of any agent.
 *
 * @example export default defineHook('beforeShellExecution', ({ command }) => command.includes('prod') ? ask('Production?') : undefined)
 */
export function defineHook<N extends EventName>(event: N, handler: Handler<N>, options: HookOptions = {}): Hook<N> {
  return {
    ...options,
    event,
    async run(input, context) {
      const said = await handler(input, context)
      if (said === undefined || said === null) return undefined
      return isSay(said) ? toReply(event, said) : (said as Reply)
    },
    async answer(input, context) {
      const said = await handler(input, context)
      if (said === undefined || said === null) return undefined
      if (!isSay(said)) return said as Reply
      const text = agentTextOf(said)
      return text === undefined ? toReply(event, said) : { ...toReply(event, said), agent_message: text }
    },
  }
}
