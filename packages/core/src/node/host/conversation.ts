/** One conversation of a host: how its operations speak to the hooks, and what they leave behind. */

import { resolve } from 'node:path'
import { HooklineError } from '../../errors.ts'
import type { Effect } from '../../flow.ts'
import type { FireOptions, Hooks } from '../../hooks.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import type { EventRow } from '../../protocol/row.ts'
import type { JsonObject } from '../../schema.ts'
import type { CallEvents } from '../../tool-call/call.ts'
import { unlessClosed } from '../../tool-call/guard.ts'
import type { HostOptions, SessionOptions } from './types.ts'

export interface HostContext {
  readonly hooks: Hooks
  readonly options: HostOptions
  /** Text for the person that stops nothing. */
  readonly inform: (info: { readonly event: EventName; readonly message: string; readonly session: string }) => void
  /** What `close` of the host waits for. */
  readonly pending: Set<Promise<unknown>>
}

export interface Conversation {
  readonly id: string
  readonly cwd: string
  readonly host: HostContext
  readonly options: SessionOptions
  readonly parent: Conversation | undefined
  /** The conversation's fields, the same in every event. */
  readonly common: JsonObject
  /** Set by `sessionStart`; a subagent's is its parent's. */
  env: Readonly<Record<string, string>>
  /** Files that this conversation's operations changed, its subagents' among them; and how often. */
  readonly modified: Set<string>
  changes: number
  /** Tool calls so far. */
  calls: number
  /** Why no operation may begin any more. */
  closedBy: HooklineError | undefined
  /** An operation that comes before the session's start is decided waits for it. */
  starting: Promise<unknown> | undefined
  /** Waits for the effect. */
  fire(name: EventName, input: JsonObject, signal?: AbortSignal): Promise<Effect>
  /** Waits only where the row says there is something to wait for. */
  follow(name: EventName, input: JsonObject): Promise<Effect | undefined>
  events(signal: AbortSignal | undefined): CallEvents
  /** Resolves when nothing of it runs any more that nobody waited for. */
  waitForPending(): Promise<void>
}

export function createConversation(
  rim: HostContext,
  id: string,
  options: SessionOptions,
  parent?: Conversation,
): Conversation {
  const kept = new Set<Promise<unknown>>()
  const held = new Set<Promise<unknown>>()
  const inherits: FireOptions = parent === undefined ? {} : { parent: ancestor(parent).id }
  const conversation: Conversation = {
    id,
    cwd: resolve(options.cwd ?? parent?.cwd ?? rim.hooks.roots[0] ?? process.cwd()),
    host: rim,
    options,
    parent,
    common: commonOf(id, options),
    env: parent?.env ?? {},
    modified: new Set(),
    changes: 0,
    calls: 0,
    closedBy: undefined,
    starting: undefined,
    fire,
    follow: (name, input) => follow(name, () => input),
    events: (signal) => ({
      gate: async (name, input) => ((await rim.hooks.isConfigured(name)) ? fire(name, input(), signal) : undefined),
      follow: (name, input) => follow(name, input, signal),
      held: () => (held.size === 0 ? undefined : Promise.all(held)),
    }),
    async waitForPending() {
      while (kept.size > 0) await Promise.all(kept)
    },
  }
  return conversation

  async function fire(name: EventName, input: JsonObject, signal?: AbortSignal): Promise<Effect> {
    const options = signal === undefined ? inherits : { ...inherits, signal }
    // Those of a tool call have the conversation's fields already.
    const whole = input.conversation_id === undefined ? { ...conversation.common, ...input } : input
    const effect = await rim.hooks.untyped.fire(name, whole, options)
    if (effect.kind === 'proceed' && effect.userMessage)
      rim.inform({ event: name, message: effect.userMessage, session: id })
    return effect as Effect
  }

  async function follow(name: EventName, input: () => JsonObject, signal?: AbortSignal): Promise<Effect | undefined> {
    const heard = rim.hooks.isConfigured(name)
    if (heard === false) return undefined
    const row = eventRows[name]
    const whenHeard = async () => ((await heard) ? fire(name, input()) : undefined)
    const work = unlessClosed(heard === true ? fire(name, input()) : whenHeard())
    keep(work, [kept, rim.pending, ...(row.holds === 'tools' ? [held] : [])])
    // Who cancelled waits for nobody.
    return (repliesOf(row) || row.holds === 'tools') && signal?.aborted !== true ? work : undefined
  }
}

/** The outermost conversation: the one that a person began, whose `sessionStart` set the variables. */
const ancestor = (one: Conversation): Conversation => (one.parent === undefined ? one : ancestor(one.parent))

const commonOf = (id: string, { model, modelId, modelParams, transcriptPath }: SessionOptions): JsonObject => ({
  conversation_id: id,
  ...(model === undefined ? {} : { model }),
  ...(modelId === undefined ? {} : { model_id: modelId }),
  ...(modelParams === undefined ? {} : { model_params: modelParams }),
  ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
})

/** There is something in it for the host. */
const repliesOf = (row: EventRow) => row.gate.kind !== 'none' || row.reply.length > 0

/** In each set until it is over. What it rejects with is for whoever awaits it, if anybody does. */
function keep(work: Promise<unknown>, sets: readonly Set<Promise<unknown>>[]): void {
  const forget = () => {
    for (const set of sets) set.delete(over)
  }
  const over: Promise<unknown> = work.then(forget, forget)
  for (const set of sets) set.add(over)
}

/** Throws where the session was refused or has ended. */
export async function waitForStart(conversation: Conversation): Promise<void> {
  if (conversation.starting !== undefined) await conversation.starting.catch(() => {})
  if (conversation.closedBy !== undefined) throw conversation.closedBy
}

export const sessionEnded = (): HooklineError =>
  new HooklineError('closed', 'This session has ended; begin another with host.session().')
