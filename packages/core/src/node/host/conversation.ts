/** The state of one conversation of a host, and how its operations fire events. */

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
  /** Shows text to the user without stopping anything. */
  readonly inform: (info: { readonly event: EventName; readonly message: string; readonly session: string }) => void
  /** The work that `close` of the host waits for. */
  readonly pending: Set<Promise<unknown>>
}

export interface Conversation {
  readonly id: string
  readonly cwd: string
  readonly host: HostContext
  readonly options: SessionOptions
  readonly parent: Conversation | undefined
  /** The fields that every event of the conversation has. */
  readonly common: JsonObject
  /** Set by `sessionStart`; a subagent has its parent's. */
  env: Readonly<Record<string, string>>
  /** The files changed in this conversation and its subagents, and the number of changes. */
  readonly modified: Set<string>
  changes: number
  /** Tool calls so far. */
  calls: number
  /** Why no operation may begin any more; undefined while the session is open. */
  closedBy: HooklineError | undefined
  /** Operations that begin before `sessionStart` is decided wait for this. */
  starting: Promise<unknown> | undefined
  /** Fires an event and waits for the effect. */
  fire(name: EventName, input: JsonObject, signal?: AbortSignal): Promise<Effect>
  /** Fires an event after an action, and waits only if the event's row requires it. */
  follow(name: EventName, input: JsonObject): Promise<Effect | undefined>
  events(signal: AbortSignal | undefined): CallEvents
  /** Resolves when all events that were fired without waiting have finished. */
  waitForPending(): Promise<void>
}

export function createConversation(
  host: HostContext,
  id: string,
  options: SessionOptions,
  parent?: Conversation,
): Conversation {
  const pending = new Set<Promise<unknown>>()
  const blocksTools = new Set<Promise<unknown>>()
  const inherits: FireOptions = parent === undefined ? {} : { parent: outermost(parent).id }
  const conversation: Conversation = {
    id,
    cwd: resolve(options.cwd ?? parent?.cwd ?? host.hooks.roots[0] ?? process.cwd()),
    host,
    options,
    parent,
    common: commonFields(id, options),
    env: parent?.env ?? {},
    modified: new Set(),
    changes: 0,
    calls: 0,
    closedBy: undefined,
    starting: undefined,
    fire,
    follow: (name, input) => follow(name, () => input),
    events: (signal) => ({
      gate: async (name, input) => ((await host.hooks.isConfigured(name)) ? fire(name, input(), signal) : undefined),
      follow: (name, input) => follow(name, input, signal),
      blockingWork: () => (blocksTools.size === 0 ? undefined : Promise.all(blocksTools)),
    }),
    async waitForPending() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
  return conversation

  async function fire(name: EventName, input: JsonObject, signal?: AbortSignal): Promise<Effect> {
    const options = signal === undefined ? inherits : { ...inherits, signal }
    // The input of a tool call already has the conversation's fields.
    const whole = input.conversation_id === undefined ? { ...conversation.common, ...input } : input
    const effect = await host.hooks.untyped.fire(name, whole, options)
    if (effect.kind === 'proceed' && effect.userMessage)
      host.inform({ event: name, message: effect.userMessage, session: id })
    // The effect of one event is an Effect with narrower fields.
    return effect as Effect
  }

  async function follow(name: EventName, input: () => JsonObject, signal?: AbortSignal): Promise<Effect | undefined> {
    const isConfigured = host.hooks.isConfigured(name)
    if (isConfigured === false) return undefined
    const row = eventRows[name]
    const fireIfConfigured = async () => ((await isConfigured) ? fire(name, input()) : undefined)
    const work = unlessClosed(isConfigured === true ? fire(name, input()) : fireIfConfigured())
    track(work, [pending, host.pending, ...(row.holds === 'tools' ? [blocksTools] : [])])
    // A cancelled call does not wait.
    return (canReply(row) || row.holds === 'tools') && signal?.aborted !== true ? work : undefined
  }
}

/** The outermost conversation, which the user began and whose `sessionStart` set the variables. */
const outermost = (one: Conversation): Conversation => (one.parent === undefined ? one : outermost(one.parent))

const commonFields = (id: string, { model, modelId, modelParams, transcriptPath }: SessionOptions): JsonObject => ({
  conversation_id: id,
  ...(model === undefined ? {} : { model }),
  ...(modelId === undefined ? {} : { model_id: modelId }),
  ...(modelParams === undefined ? {} : { model_params: modelParams }),
  ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
})

/** Whether the reply to the event can contain something for the host. */
const canReply = (row: EventRow) => row.gate.kind !== 'none' || row.reply.length > 0

/** Keeps the work in each set until it is finished. A rejection is for the caller that awaits the work itself. */
function track(work: Promise<unknown>, sets: readonly Set<Promise<unknown>>[]): void {
  const forget = () => {
    for (const set of sets) set.delete(over)
  }
  const over: Promise<unknown> = work.then(forget, forget)
  for (const set of sets) set.add(over)
}

/** Waits until `sessionStart` is decided. Throws if the session was refused or has ended. */
export async function waitForStart(conversation: Conversation): Promise<void> {
  if (conversation.starting !== undefined) await conversation.starting.catch(() => {})
  if (conversation.closedBy !== undefined) throw conversation.closedBy
}

export const sessionEnded = (): HooklineError =>
  new HooklineError('closed', 'This session has ended. Start a new one with host.session().')
