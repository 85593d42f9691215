/** Ends the follow-ups of an agent that calls Hookline when a limit of `loops` is reached (CONTRACT §7). */
import type { Effect } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { isEditTool } from '../protocol/tools.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { type Loop, loopLimits, newLoop, nextRound } from './loop-budget.ts'

/** What is kept between two calls about one conversation. */
export interface LoopMarks {
  leave(key: string, text: string): void
  take(key: string): string | undefined
}

interface KeptLoop {
  readonly loop: Loop
  /** A file was changed since the last follow-up. */
  readonly changed: boolean
}

/** Called after the event. A message of the person begins a new loop, and an edit is progress. */
export function limitLoop(
  effect: Effect,
  { name, input }: { readonly name: EventName; readonly input: JsonObject },
  { settings }: Pick<Hooks, 'settings'>,
  marks: LoopMarks,
): Effect {
  const { conversation_id: id } = input
  if (typeof id !== 'string' || id === '') return effect
  const key = `loop ${id}`
  const row = eventRows[name]
  if (row.session !== undefined) marks.take(key)
  else if (isEdit(name, input)) keepChange(key, marks)
  if (!row.loops || effect.kind !== 'follow-up') return effect
  const message = effect.followUp ?? effect.reply.followup_message ?? ''
  const nowMs = Date.now()
  const { loop: before, changed } = readLoop(marks.take(key)) ?? { loop: newLoop(nowMs), changed: true }
  const round = { message, tokens: sumOf(input, tokenFields), usd: sumOf(input, ['usd']), nowMs, changed }
  const { loop, ended } = nextRound(before, round, loopLimits(undefined, settings))
  marks.leave(key, JSON.stringify({ loop, changed: false }))
  return ended === undefined ? effect : withoutFollowUp(effect, ended)
}

const isEdit = (name: EventName, { tool_name, file_path }: JsonObject): boolean =>
  eventRows[name].gate.kind === 'none' &&
  (file_path !== undefined || (typeof tool_name === 'string' && isEditTool(tool_name)))

function keepChange(key: string, marks: LoopMarks): void {
  const kept = readLoop(marks.take(key))
  if (kept !== undefined) marks.leave(key, JSON.stringify({ ...kept, changed: true }))
}

/** The text is our own. One of another version begins a new loop. */
function readLoop(text: string | undefined): KeptLoop | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || !isObject(value.loop) || typeof value.loop.rounds !== 'number') return undefined
    // The number of rounds is there, and this program wrote the rest with it.
    return { loop: value.loop as unknown as Loop, changed: value.changed === true }
  } catch {
    return undefined
  }
}

const tokenFields = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const

/** Undefined if the agent reports none of them. */
function sumOf(input: JsonObject, fields: readonly string[]): number | undefined {
  const known = fields.flatMap((field) => (typeof input[field] === 'number' ? [input[field]] : []))
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}

/** The agent stops, and the person reads why. */
function withoutFollowUp({ followUp: _, ...effect }: Effect, ended: string): Effect {
  const { followup_message: __, ...reply } = effect.reply
  return {
    ...effect,
    kind: 'proceed',
    reply: { ...reply, user_message: ended },
    notes: [...effect.notes, 'loop-ended'],
  }
}
